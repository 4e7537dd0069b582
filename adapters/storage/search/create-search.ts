import { setTimeout } from 'node:timers/promises';
import {
  combineIndexes,
  formatIndex,
  parseIndex,
  type IndexEntry,
} from '../../../domain/documents/index-file.ts';
import type { Embeddings } from '../../../domain/ports/model.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { LoadedSource, SearchHit, Sources } from '../../../domain/ports/sources.ts';
import { fuseScores } from '../../../domain/search/fuse-ranks.ts';
import { searchSnippet } from '../../../domain/search/search-snippet.ts';
import { searchWordsOf } from '../../../domain/search/search-terms.ts';
import type { LanguageCode } from '../../../domain/language/language-codes.ts';
import { sectionsOf } from '../../../domain/documents/sections.ts';
import { shortlistOf } from '../../../domain/documents/shortlist.ts';
import { rememberingEach } from '../../../domain/values/bounded.ts';
import { countTokens } from '../../../domain/values/tokens.ts';
import type { PublishedIndex, PublishedText } from '../documents/document-index.ts';
import { rememberLast } from '../remember-last.ts';
import type { StorageLog } from '../storage-log.ts';
import { openDocumentTables } from './document-tables.ts';
import type { FoundSource } from './rank-sources.ts';
import type { Searchable } from './search-tables.ts';
import { openSectionVectors } from './section-vectors.ts';
import { createTeamTables } from './team-tables.ts';

export interface Search {
  readonly port: Pick<Sources, 'search' | 'shortlist'>;
  /** Brings the search tables in line with the published index, as each search does first. */
  agree(): Promise<void>;
  /** Starts to compute missing vectors in the background. */
  keepVectors(): void;
  close(): Promise<void>;
}

/** Long enough for a few pages. */
const patienceMilliseconds = 1_000;

/** More than the longest shortlist has room for. */
const maxShortlisted = 300;

/** A page far down in one ranking may be first in the combined one. */
const fewestFused = 50;

/**
 * Against words. With 1 to 2 about as many right pages stand first on eight documentations (`npm run bench -- answers`): .68, where
 * reciprocal ranks had .61.
 */
const vectorWeight = 1.5;

/** Search over the documents of the published index and the topics of a generation. */
export function createSearch({
  path,
  vectorPath,
  published,
  library,
  load,
  embeddings,
  language,
  log,
}: {
  readonly path: string;
  readonly vectorPath: string;
  readonly published: () => Promise<PublishedIndex>;
  readonly library: Pick<Library, 'index' | 'topics'>;
  /** Loads an indexed document. */
  readonly load: (sourceId: string) => Promise<LoadedSource>;
  /** If null, search uses words only. */
  readonly embeddings: Embeddings | null;
  readonly language: LanguageCode;
  readonly log: StorageLog;
}): Search {
  const words = searchWordsOf(language);
  const documents = openDocumentTables(path, log, words);
  const vectors = embeddings && openSectionVectors({ path: vectorPath, searchPath: path, embeddings, log });
  const team = createTeamTables(words);
  const teamEntries = rememberLast(parseIndex);
  const idsIn = rememberLast(
    (entries: readonly IndexEntry[]) => new Set(entries.map(({ sourceId }) => sourceId)),
  );

  const wanted = rememberLast(({ entries, texts }: PublishedIndex) =>
    entries.map(({ sourceId }) => searchable({ sourceId, language, text: texts.get(sourceId), load })),
  );
  let agreed: PublishedIndex | null = null;
  const agree = async (): Promise<void> => {
    const now = await published();
    if (agreed === now) return;
    await documents.agree(async () => wanted(await published()));
    agreed = now;
    vectors?.changed();
  };

  /** Waits for the first build. During a large change later on, the former tables answer. */
  const agreeOrGoOn = async (): Promise<void> => {
    const agreeing = agree();
    if (documents.isEmpty()) return agreeing;
    agreeing.catch(() => log.warn({}, 'search_behind_index: it follows with the next search'));
    await Promise.race([agreeing.catch(() => {}), setTimeout(patienceMilliseconds)]);
  };

  const ranked = async (query: string, generation: number, limit: number) => {
    await agreeOrGoOn();
    const topics = team.ranking(generation, await library.topics(generation));
    const known = idsIn((await published()).entries);
    const isKnown = ({ sourceId }: FoundSource) => known.has(sourceId);
    const near = (await vectors?.rank(query, Math.max(limit, fewestFused))) ?? [];
    const held = documents.ranking.rank(query, Math.max(limit, fewestFused)).filter(isKnown);
    return {
      topics: topics.rank(query, limit).map((found) => ({ ...found, ranking: topics })),
      documents: fused(held, near.filter(isKnown))
        .slice(0, limit)
        .map((found) => ({ ...found, ranking: documents.ranking })),
    };
  };

  return {
    agree,
    keepVectors: () => vectors?.keep(),
    async close() {
      await vectors?.close();
      team.close();
      documents.close();
    },
    port: {
      async search({ query, generation, limit }) {
        const { topics, documents: pages } = await ranked(query, generation, limit);
        const asked = new Set(words.queryTerms(query));
        return [...topics, ...pages]
          .toSorted((a, b) => b.score - a.score)
          .slice(0, limit)
          .map(({ ranking, ...found }): SearchHit => {
            const { headings, text } = ranking.section(found);
            const { sourceId, title, url, score, likeness } = found;
            return { sourceId, title, headings, snippet: searchSnippet(text, asked), score, likeness, url };
          });
      },

      async shortlist({ query, generation, maxTokens }) {
        const indexes = [library.index(generation), published()] as const;
        const [teamIndex, { text, entries: documentEntries }] = await Promise.all(indexes);
        const index = { topics: teamEntries(teamIndex), documents: documentEntries };
        const size = [...index.topics, ...index.documents].reduce((sum, entry) => sum + tokensOf(entry), 0);
        if (size <= maxTokens) return { text: combineIndexes(text, teamIndex), bySearch: false };
        const found = await ranked(query, generation, maxShortlisted);
        const entries = shortlistOf({
          topics: inOrder(index.topics, found.topics),
          documents: inOrder(index.documents, found.documents),
          maxTokens,
          tokensOf,
        });
        return { text: entries.map((entry) => formatIndex([entry])).join('\n'), bySearch: true };
      },
    },
  };
}

/**
 * What words and vectors found, in one order. Vectors only order: the scores stay those of the words, handed out anew, so
 * that they can be compared with those of topics.
 */
function fused(held: readonly FoundSource[], near: readonly FoundSource[]): readonly FoundSource[] {
  if (near.length === 0) return held;
  const byId = new Map([...near, ...held].map((found) => [found.sourceId, found]));
  const named = (found: readonly FoundSource[]) =>
    found.map(({ sourceId: name, score }) => ({ name, score }));
  const ids = fuseScores([
    { found: named(held), weight: 1 },
    { found: named(near), weight: vectorWeight },
  ]);
  return ids.flatMap((id, at) => {
    const found = byId.get(id);
    return found ? { ...found, score: (held[at] ?? held.at(-1) ?? found).score } : [];
  });
}

const searchable = ({
  sourceId,
  language,
  text: { hash, questions } = { hash: '', questions: [] },
  load,
}: {
  readonly sourceId: string;
  readonly language: LanguageCode;
  readonly text: PublishedText | undefined;
  readonly load: (id: string) => Promise<LoadedSource>;
}): Searchable => ({
  sourceId,
  version: [language, hash, ...questions].join('\n'),
  read: async () => {
    const source = await load(sourceId).catch(unlessItPasses);
    if (!source) return null;
    const sections = sectionsOf(source.text).map((section, at) => ({
      ...section,
      questions: at === 0 ? questions.join('\n') : '',
    }));
    return { title: source.title, url: source.url, sections };
  },
});

/** A source that cannot be read at the moment must not count as empty. */
function unlessItPasses(error: unknown): null {
  if (error instanceof PortError && error.kind === 'transient') throw error;
  return null;
}

/** The found entries in their order, then the others in the order of the index. */
function inOrder(entries: readonly IndexEntry[], found: readonly FoundSource[]): readonly IndexEntry[] {
  const byId = new Map(entries.map((entry) => [entry.sourceId, entry]));
  const first = found.flatMap(({ sourceId }) => byId.get(sourceId) ?? []);
  return [...new Set([...first, ...entries])];
}

/** Entries are the same objects as long as the index is. */
const tokensOf = rememberingEach(({ sourceId, description }: IndexEntry) =>
  countTokens(`${sourceId}\n${description}\n\n`),
);
