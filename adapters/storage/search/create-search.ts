import { setImmediate, setTimeout } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import {
  combineIndexes,
  formatIndex,
  parseIndex,
  type IndexEntry,
} from '../../../domain/documents/index-file.ts';
import type { IndexCacheRecord } from '../../../domain/documents/index-cache.ts';
import type { Embeddings } from '../../../domain/ports/model.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { LoadedSource, SearchHit, Sources } from '../../../domain/ports/sources.ts';
import { fuseScores } from '../../../domain/search/fuse-ranks.ts';
import { searchSnippet } from '../../../domain/search/search-snippet.ts';
import { searchWordsOf, type SearchWords } from '../../../domain/search/search-terms.ts';
import type { LanguageCode } from '../../../domain/language/language-codes.ts';
import { aloneText, sectionsOf } from '../../../domain/documents/sections.ts';
import { shortlistOf } from '../../../domain/documents/shortlist.ts';
import { remembering, rememberingEach } from '../../../domain/values/bounded.ts';
import { countTokens } from '../../../domain/values/tokens.ts';
import type { PublishedIndex } from '../documents/document-index.ts';
import type { StorageLog } from '../storage-log.ts';
import { isDamaged } from '../database/sqlite/result-code.ts';
import { sectionsPerSource, type FoundSource } from './rank-sources.ts';
import { openSearchFile, type DocumentSearch } from './search-file.ts';
import { changesTo, removeSource, replaceSource, type SearchableText } from './search-tables.ts';
import { createTeamTables } from './team-tables.ts';

/** Long enough for a few pages. */
const patienceMilliseconds = 1_000;

/** More than the longest shortlist has room for. */
const maxShortlisted = 300;
/** The pages of a shortlist whose sections are named. */
const placesNamed = 20;

/** A page far down in one ranking may be first in the combined one. */
const fewestFused = 50;
/** Where some documents may not answer, others like them may come first: those of other versions. */
const fewestOfAll = 600;
/** Sections that are new get their vectors at once; what failed is tried again after this time. */
const fillMilliseconds = 5_000;

type Wanted = Parameters<Sources['search']>[0];

interface SearchParts {
  readonly path: string;
  readonly published: () => Promise<PublishedIndex>;
  readonly library: Pick<Library, 'index' | 'topics'>;
  /** Loads an indexed document. */
  readonly load: (sourceId: string) => Promise<LoadedSource>;
  /** What the configuration says of its title and address. When it changes, the document is loaded anew. */
  readonly configured: (sourceId: string) => string;
  /** If null, search uses words only. */
  readonly embeddings: Embeddings | null;
  readonly language: LanguageCode;
  readonly log: StorageLog;
}

/** The headings of the sections for which pages were found. */
const placesIn = (documents: readonly FoundSource[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    documents
      .slice(0, placesNamed)
      .map(({ sourceId, title, section }) => [sourceId, section.headings.filter((one) => one !== title)]),
  );

/** Search over the documents of the published index and the topics of a generation. */
export function createSearch(parts: SearchParts) {
  const { path, published, library, embeddings, log } = parts;
  const words = searchWordsOf(parts.language);
  const file = openSearchFile({ path, words, embeddings, log });
  const team = createTeamTables(words);
  const teamEntries = remembering(1, parseIndex);
  let wake = new AbortController();
  const { agree, agreeOrGoOn } = createAgreement(parts, words, () => wake.abort());

  const ranked = async (by: DocumentSearch, { query, generation, limit, isWanted }: Wanted) => {
    await agreeOrGoOn(by);
    const topics = team.ranking(generation, await library.topics(generation));
    const publishedIds = idsIn((await published()).entries);
    const isKnown = ({ sourceId }: FoundSource) =>
      publishedIds.has(sourceId) && (isWanted?.(sourceId) ?? true);
    const wide = Math.max(limit, isWanted ? fewestOfAll : fewestFused);
    const near = by.vectors ? await by.vectors.nearest(query, wide * sectionsPerSource) : [];
    const byVectors = by.ranking.rankNear(near ?? [], wide).filter(isKnown);
    const documents = fused(by.ranking.rank(query, wide).filter(isKnown), byVectors);
    return {
      lacksVectors: near === null,
      topics: topics.rank(query, limit),
      documents: documents.slice(0, limit),
    };
  };

  /** Until the search is closed; what fails is tried again. */
  const keepFilling = async (): Promise<void> => {
    const fill = async ({ db, vectors }: DocumentSearch) => {
      await vectors?.fill();
      return db.isOpen;
    };
    while (await file.use(fill).catch(() => true))
      await setTimeout(fillMilliseconds, null, { signal: wake.signal, ref: false }).catch(() => {
        wake = new AbortController();
      });
  };
  let filling: Promise<void> | null = null;
  const port: Pick<Sources, 'search' | 'shortlist'> = {
    search: (request) =>
      file.use(async (by) => {
        const { query, limit } = request;
        const { topics, documents } = await ranked(by, request);
        const queryTerms = new Set(words.queryTerms(query));
        const best = [...topics, ...documents].toSorted((a, b) => b.score - a.score).slice(0, limit);
        return best.map((source) => shownHit(source, queryTerms));
      }),

    async shortlist({ maxTokens, wholeTokens = maxTokens, maxPages = Infinity, ...request }) {
      const [teamIndex, pages] = await Promise.all([library.index(request.generation), published()]);
      const documents = pages.entries.filter(({ sourceId }) => request.isWanted?.(sourceId) ?? true);
      const index = { topics: teamEntries(teamIndex), documents };
      const size = [...index.topics, ...index.documents].reduce((sum, entry) => sum + tokensOf(entry), 0);
      if (size <= wholeTokens && documents.length <= maxPages) {
        const text = documents.length === pages.entries.length ? pages.text : formatIndex(documents);
        return { text: combineIndexes(text, teamIndex), bySearch: false };
      }
      const best = await file.use((by) => ranked(by, { ...request, limit: maxShortlisted }));
      const entries = shortlistOf({
        topics: inOrder(index.topics, best.topics),
        documents: inOrder(index.documents, best.documents).slice(0, maxPages),
        maxTokens,
        tokensOf,
      });
      const text = entries.map((entry) => formatIndex([entry])).join('\n');
      const places = placesIn(best.documents);
      return { text, bySearch: true, found: places, ...(best.lacksVectors && { lacksVectors: true }) };
    },
  };

  return {
    port,
    /** Brings the search tables in line with the published index, as each search does first. */
    agree: () => file.use(agree),
    /** Starts to compute missing vectors in the background. */
    computeVectors() {
      if (embeddings) filling ??= keepFilling();
    },
    close() {
      file.close();
      team.close();
      wake.abort();
    },
  };
}

/** Brings the search of documents in line with the published index. */
function createAgreement(
  { published, load, configured, language, log }: SearchParts,
  words: SearchWords,
  /** Called when sections are new. */
  tell: () => void,
) {
  let agreed: {
    readonly index: PublishedIndex;
    readonly db: DatabaseSync;
    readonly version: unknown;
  } | null = null;

  const agreeNow = async ({ db }: DocumentSearch): Promise<void> => {
    const index = await published();
    // Changes when another process writes, which may still bring in a former index.
    const version = db.prepare('PRAGMA data_version').get()?.['data_version'];
    if (agreed?.index === index && agreed.db === db && agreed.version === version) return;
    const wanted = index.entries.map(({ sourceId }) => ({
      sourceId,
      version: versionOf([language, configured(sourceId)], index.sources[sourceId]),
    }));
    const { changed, removed } = changesTo(db, wanted);
    for (const sourceId of removed) removeSource(db, sourceId);
    for (const source of changed) {
      const text = await searchableText(source.sourceId, index.sources[source.sourceId], load);
      if (!db.isOpen) return;
      replaceSource(db, source, text, words);
      await setImmediate();
    }
    agreed = { index, db, version };
    tell();
  };

  let queue: Promise<void> = Promise.resolve();
  const agree = (by: DocumentSearch): Promise<void> => {
    const next = queue.then(() => agreeNow(by));
    queue = next.catch(() => {});
    return next;
  };

  return {
    agree,
    /** Waits for the first build. During a large change later on, what is there already answers. */
    agreeOrGoOn: async (by: DocumentSearch): Promise<void> => {
      const agreeing = agree(by).catch((error: unknown) => {
        if (isDamaged(error)) throw error;
        log.warn({}, 'search_behind_index: it follows with the next search');
      });
      agreeing.catch(() => {});
      await (agreed?.db === by.db ? Promise.race([agreeing, setTimeout(patienceMilliseconds)]) : agreeing);
    },
  };
}

function shownHit(source: FoundSource, terms: ReadonlySet<string>): SearchHit {
  const { sourceId, title, url, score, likeness, section } = source;
  const { headings, text } = section;
  return { sourceId, title, headings, snippet: searchSnippet(text, terms), score, likeness, url };
}

/**
 * What words and vectors found, in one order. Vectors only order: the scores stay those of the words, handed out anew, so
 * that they can be compared with those of topics.
 */
function fused(byWords: readonly FoundSource[], near: readonly FoundSource[]): readonly FoundSource[] {
  if (near.length === 0) return byWords;
  const byId = new Map([...near, ...byWords].map((source) => [source.sourceId, source]));
  const named = (ranking: readonly FoundSource[]) =>
    ranking.map(({ sourceId: name, score }) => ({ name, score }));
  const ids = fuseScores([named(byWords), named(near)]);
  return ids.flatMap((id, at) => {
    const source = byId.get(id);
    return source ? { ...source, score: (byWords[at] ?? byWords.at(-1) ?? source).score } : [];
  });
}

const noText: Pick<IndexCacheRecord, 'content_hash' | 'questions'> = { content_hash: '' };

const versionOf = (settings: readonly string[], { content_hash: hash, questions = [] } = noText): string =>
  [...settings, hash, ...questions].join('\n');

/** Null if it can no longer be read. */
async function searchableText(
  sourceId: string,
  { questions = [] } = noText,
  load: SearchParts['load'],
): Promise<SearchableText | null> {
  const source = await load(sourceId).catch(unlessItPasses);
  if (!source) return null;
  const sections = sectionsOf(source.text).map((section, at) => ({
    headings: section.headings,
    text: aloneText(section),
    questions: at === 0 ? questions.join('\n') : '',
  }));
  return { title: source.title, url: source.url, sections };
}

/** A source that cannot be read at the moment must not count as empty. */
function unlessItPasses(error: unknown): null {
  if (error instanceof PortError && error.kind === 'transient') throw error;
  return null;
}

/** The found entries in their order, then the others in the order of the index. */
function inOrder(entries: readonly IndexEntry[], matches: readonly FoundSource[]): readonly IndexEntry[] {
  const byId = new Map(entries.map((entry) => [entry.sourceId, entry]));
  const first = matches.flatMap(({ sourceId }) => byId.get(sourceId) ?? []);
  return [...new Set([...first, ...entries])];
}

const idsIn = rememberingEach(
  (entries: readonly IndexEntry[]) => new Set(entries.map(({ sourceId }) => sourceId)),
);

/** Entries are the same objects as long as the index is. */
const tokensOf = rememberingEach(({ sourceId, description }: IndexEntry) =>
  countTokens(`${sourceId}\n${description}\n\n`),
);
