import { formatIndex, parseIndex, type IndexEntry } from '../../../domain/documents/index-file.ts';
import { finalError } from '../../../domain/ports/errors.ts';
import type { LoadedSource, SearchHit, Sources } from '../../../domain/ports/sources.ts';
import { searchSnippet } from '../../../domain/search/search-snippet.ts';
import { queryTerms, searchTerms } from '../../../domain/search/search-terms.ts';
import { teamTurns } from '../../../domain/team/erased-turns.ts';
import { formatTopic, parseTopic } from '../../../domain/team/qa-blocks.ts';
import { newestQuestions, type QaPair } from '../../../domain/team/qa-pair.ts';
import { isTeamSource } from '../../../domain/team/topic-slug.ts';
import { contentHash } from '../../../domain/values/content-hash.ts';
import { compareQaIds, qaIdFromTimestamp, type QaId } from '../../../domain/values/qa-id.ts';
import { loadEach, loadingOnce } from '../graph/load-sources.ts';

/** A topic of which a part may be shown. `isWhole`: nothing of it is hidden. */
interface ShownTopic {
  readonly loaded: LoadedSource;
  readonly pairs: readonly QaPair[];
  readonly isWhole: boolean;
}

interface Shown {
  /** Which documents are there; all by default. */
  readonly isPage?: (sourceId: string) => boolean;
  /** Which of the team's pairs are there; all by default. */
  readonly isPair?: (qaId: QaId) => boolean;
}

/**
 * The team's pairs as they stood at a time (RFC 3339, UTC). Documents are today's, and a pair that was removed since does not come
 * back.
 */
export function sourcesBefore(sources: Sources, time: string): Sources {
  const firstHidden = qaIdFromTimestamp(time);
  return sourcesWithin(sources, { isPair: (qaId) => compareQaIds(qaId, firstHidden) < 0 });
}

/**
 * Sources as if only these documents and pairs were there: what is hidden is in no index, no search and no text. A description may
 * tell of hidden pairs, so the questions of the others stand in its place.
 */
export function sourcesWithin(
  sources: Sources,
  { isPage = () => true, isPair = () => true }: Shown,
): Sources {
  const once = loadingOnce(sources);
  const shownTopic = topicsWithin(once, isPair);
  const shownIndex = async (text: string, generation: number): Promise<string> => {
    const entries = await Promise.all(
      parseIndex(text).map(async (entry) => {
        if (isTeamSource(entry.sourceId)) return entryOf(entry, await shownTopic(entry.sourceId, generation));
        return isPage(entry.sourceId) ? [entry] : [];
      }),
    );
    return entries
      .flat()
      .map((entry) => formatIndex([entry]))
      .join('\n');
  };
  return {
    documentIndex: async () =>
      formatIndex(parseIndex(await sources.documentIndex()).filter((one) => isPage(one.sourceId))),
    combinedIndex: async (generation) => shownIndex(await sources.combinedIndex(generation), generation),
    async load(sourceId, generation) {
      const isTeams = isTeamSource(sourceId);
      const loaded = isTeams
        ? (await shownTopic(sourceId, generation))?.loaded
        : isPage(sourceId) && (await once.load(sourceId, generation));
      if (loaded) return loaded;
      throw finalError('source_unknown', 'A source that is not in the index cannot be loaded.');
    },
    async search({ query, generation, limit }) {
      // Some hits are hidden topics, which make room for others.
      const hits = await sources.search({ query, generation, limit: 2 * limit, isWanted: isPage });
      const shownHits = await Promise.all(
        hits.map(async (hit) =>
          isTeamSource(hit.sourceId) ? hitOf(hit, await shownTopic(hit.sourceId, generation), query) : [hit],
        ),
      );
      return shownHits
        .flat()
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit);
    },
    async shortlist(request) {
      const shortlist = await sources.shortlist({ ...request, isWanted: isPage });
      return { ...shortlist, text: await shownIndex(shortlist.text, request.generation) };
    },
  };
}

/** Returns null for a topic of which nothing is shown. */
const topicsWithin =
  (sources: Sources, isPair: (qaId: QaId) => boolean) =>
  async (sourceId: string, generation: number): Promise<ShownTopic | null> => {
    const [loaded] = await loadEach({ sources, generation }, [sourceId]);
    // It may have been retracted since the index was read.
    if (!loaded) return null;
    const { pairs, problems } = parseTopic(loaded.text);
    const shownPairs = pairs.filter(({ qaId }) => isPair(qaId));
    if (shownPairs.length === 0) return null;
    if (shownPairs.length === pairs.length && problems.length === 0)
      return { loaded, pairs: shownPairs, isWhole: true };
    const text = formatTopic(shownPairs);
    return { loaded: { ...loaded, text, contentHash: contentHash(text) }, pairs: shownPairs, isWhole: false };
  };

function entryOf(entry: IndexEntry, topic: ShownTopic | null): readonly IndexEntry[] {
  if (!topic) return [];
  return [topic.isWhole ? entry : { ...entry, description: newestQuestions(topic.pairs) }];
}

function hitOf(hit: SearchHit, topic: ShownTopic | null, query: string): readonly SearchHit[] {
  if (!topic) return [];
  return topic.isWhole ? [hit] : hitAmong(hit, topic.pairs, queryTerms(query));
}

/** A hit of a topic by its shown pairs alone: nothing if none of them holds a term of the query. */
function hitAmong(hit: SearchHit, pairs: readonly QaPair[], terms: readonly string[]): readonly SearchHit[] {
  const [best] = pairs
    .map(({ turns }) => {
      const pairTerms = new Set(turns.flatMap(({ text }) => searchTerms(text)));
      const likeness = terms.filter((term) => pairTerms.has(term)).length / Math.max(1, terms.length);
      return { likeness, text: teamTurns(turns).join('\n') };
    })
    .toSorted((a, b) => b.likeness - a.likeness);
  if (!best || best.likeness === 0) return [];
  const share = Math.min(1, best.likeness / (hit.likeness || 1));
  const snippet = searchSnippet(best.text, new Set(terms));
  return [{ ...hit, headings: [], snippet, score: hit.score * share, likeness: best.likeness }];
}
