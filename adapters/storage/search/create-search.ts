import { setTimeout } from 'node:timers/promises';
import {
  combineIndexes,
  formatIndex,
  parseIndex,
  type IndexEntry,
} from '../../../domain/documents/index-file.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { LoadedSource, SearchHit, Sources } from '../../../domain/ports/sources.ts';
import { searchSnippet } from '../../../domain/search/search-snippet.ts';
import { queryTerms } from '../../../domain/search/search-terms.ts';
import { sectionsOf } from '../../../domain/documents/sections.ts';
import { shortlistOf } from '../../../domain/documents/shortlist.ts';
import { countTokens } from '../../../domain/values/tokens.ts';
import type { PublishedIndex } from '../documents/document-index.ts';
import { rememberLast } from '../remember-last.ts';
import type { StorageLog } from '../storage-log.ts';
import { openDocumentTables } from './document-tables.ts';
import type { FoundSource } from './rank-sources.ts';
import type { Searchable } from './searchable.ts';
import { createTeamTables } from './team-tables.ts';

export interface Search {
  readonly port: Pick<Sources, 'search' | 'shortlist'>;
  /** Brings what is searched in line with the published index. A search does so too, before it looks. */
  agree(): Promise<void>;
  close(): void;
}

/** Long enough for a few pages. */
const patienceMilliseconds = 1_000;

/** As many as the longest shortlist has room for. */
const maxShortlisted = 300;

/** Full-text search over what the published index names, with the topics of a generation. */
export function createSearch({
  path,
  published,
  library,
  load,
  log,
}: {
  readonly path: string;
  readonly published: () => Promise<PublishedIndex>;
  readonly library: Pick<Library, 'index' | 'topics'>;
  /** The whole text of a document that stands in the index. */
  readonly load: (sourceId: string) => Promise<LoadedSource>;
  readonly log: StorageLog;
}): Search {
  const documents = openDocumentTables(path, log);
  const team = createTeamTables();
  const teamEntries = rememberLast(parseIndex);
  const tokensOf = tokenCounter();
  const idsIn = rememberLast(
    (entries: readonly IndexEntry[]) => new Set(entries.map(({ sourceId }) => sourceId)),
  );

  const wanted = rememberLast(({ entries, hashes }: PublishedIndex) =>
    entries.map(({ sourceId }) => searchable(sourceId, hashes.get(sourceId) ?? '', load)),
  );
  let agreed: PublishedIndex | null = null;
  const agree = async (): Promise<void> => {
    const now = await published();
    if (agreed === now) return;
    await documents.agree(async () => wanted(await published()));
    agreed = now;
  };

  /** While a large change is taken in, what was searched before answers; only the first build is waited for. */
  const agreeOrGoOn = async (): Promise<void> => {
    const agreeing = agree();
    if (documents.isEmpty()) return agreeing;
    agreeing.catch(() => log.warn({}, 'search_behind_index: it follows with the next search'));
    await Promise.race([agreeing.catch(() => {}), setTimeout(patienceMilliseconds)]);
  };

  /** Both best first. */
  const ranked = async (query: string, generation: number, limit: number) => {
    await agreeOrGoOn();
    const topics = team.ranking(generation, await library.topics(generation));
    const known = idsIn((await published()).entries);
    return {
      topics: topics.rank(query, limit).map((found) => ({ ...found, ranking: topics })),
      documents: documents.ranking
        .rank(query, limit)
        .filter(({ sourceId }) => known.has(sourceId))
        .map((found) => ({ ...found, ranking: documents.ranking })),
    };
  };

  return {
    agree,
    close() {
      team.close();
      documents.close();
    },
    port: {
      async search({ query, generation, limit }) {
        const { topics, documents: pages } = await ranked(query, generation, limit);
        const asked = new Set(queryTerms(query));
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
        const teamIndex = await library.index(generation);
        const { text, entries: documentEntries } = await published();
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

const searchable = (
  sourceId: string,
  version: string,
  load: (id: string) => Promise<LoadedSource>,
): Searchable => ({
  sourceId,
  version,
  read: async () => {
    const source = await load(sourceId).catch(unlessItPasses);
    if (!source) return null;
    const sections = sectionsOf(source.text).map((section) => ({ ...section, questions: '' }));
    return { title: source.title, url: source.url, sections };
  },
});

/** What cannot be read for the moment is no reason to take a source for empty. */
function unlessItPasses(error: unknown): null {
  if (error instanceof PortError && error.kind === 'transient') throw error;
  return null;
}

/** The entries that were found, in that order, then the others as they stand in the index. */
function inOrder(entries: readonly IndexEntry[], found: readonly FoundSource[]): readonly IndexEntry[] {
  const byId = new Map(entries.map((entry) => [entry.sourceId, entry]));
  const first = found.flatMap(({ sourceId }) => byId.get(sourceId) ?? []);
  return [...new Set([...first, ...entries])];
}

/** Entries are the same objects as long as the index is. */
function tokenCounter(): (entry: IndexEntry) => number {
  const known = new WeakMap<IndexEntry, number>();
  return (entry) => {
    const before = known.get(entry);
    if (before !== undefined) return before;
    const tokens = countTokens(`${entry.sourceId}\n${entry.description}\n\n`);
    known.set(entry, tokens);
    return tokens;
  };
}
