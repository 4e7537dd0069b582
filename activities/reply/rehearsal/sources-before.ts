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
import { compareQaIds, qaIdFromTimestamp } from '../../../domain/values/qa-id.ts';
import { loadEach, loadingOnce } from '../graph/load-sources.ts';

/** A topic of which a part may be shown. `isWhole`: nothing of it is younger. */
interface TopicThen {
  readonly loaded: LoadedSource;
  readonly pairs: readonly QaPair[];
  readonly isWhole: boolean;
}

/**
 * Sources with the team's pairs as they stood at a time (RFC 3339, UTC): what the team has said since is in no index, no search and
 * no text. A description may tell of younger pairs, so the questions of the older ones stand in its place. Documents are today's,
 * and a pair that was removed since does not come back.
 */
export function sourcesBefore(sources: Sources, time: string): Sources {
  const once = loadingOnce(sources);
  const topicThen = topicsBefore(once, time);
  const indexThen = async (text: string, generation: number): Promise<string> => {
    const entries = await Promise.all(
      parseIndex(text).map(async (entry) =>
        isTeamSource(entry.sourceId) ? entryOf(entry, await topicThen(entry.sourceId, generation)) : [entry],
      ),
    );
    return entries
      .flat()
      .map((entry) => formatIndex([entry]))
      .join('\n');
  };
  return {
    documentIndex: () => sources.documentIndex(),
    combinedIndex: async (generation) => indexThen(await sources.combinedIndex(generation), generation),
    async load(sourceId, generation) {
      if (!isTeamSource(sourceId)) return once.load(sourceId, generation);
      const topic = await topicThen(sourceId, generation);
      if (topic) return topic.loaded;
      throw finalError('source_unknown', 'A team topic that is not in the index cannot be loaded.');
    },
    async search({ query, generation, limit }) {
      // Some hits are younger topics, which make room for others.
      const hits = await sources.search({ query, generation, limit: 2 * limit });
      const then = await Promise.all(
        hits.map(async (hit) =>
          isTeamSource(hit.sourceId) ? hitOf(hit, await topicThen(hit.sourceId, generation), query) : [hit],
        ),
      );
      return then
        .flat()
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit);
    },
    async shortlist(request) {
      const shortlist = await sources.shortlist(request);
      return { ...shortlist, text: await indexThen(shortlist.text, request.generation) };
    },
  };
}

/** Returns null for a topic without older pairs. */
const topicsBefore =
  (sources: Sources, time: string) =>
  async (sourceId: string, generation: number): Promise<TopicThen | null> => {
    const firstHidden = qaIdFromTimestamp(time);
    const [loaded] = await loadEach({ sources, generation }, [sourceId]);
    // It may have been retracted since the index was read.
    if (!loaded) return null;
    const { pairs, problems } = parseTopic(loaded.text);
    const older = pairs.filter(({ qaId }) => compareQaIds(qaId, firstHidden) < 0);
    if (older.length === 0) return null;
    if (older.length === pairs.length && problems.length === 0)
      return { loaded, pairs: older, isWhole: true };
    const text = formatTopic(older);
    return { loaded: { ...loaded, text, contentHash: contentHash(text) }, pairs: older, isWhole: false };
  };

function entryOf(entry: IndexEntry, topic: TopicThen | null): readonly IndexEntry[] {
  if (!topic) return [];
  return [topic.isWhole ? entry : { ...entry, description: newestQuestions(topic.pairs) }];
}

function hitOf(hit: SearchHit, topic: TopicThen | null, query: string): readonly SearchHit[] {
  if (!topic) return [];
  return topic.isWhole ? [hit] : hitAmong(hit, topic.pairs, queryTerms(query));
}

/** A hit of a topic by its older pairs alone: nothing if none of them holds a term of the query. */
function hitAmong(hit: SearchHit, pairs: readonly QaPair[], terms: readonly string[]): readonly SearchHit[] {
  const [best] = pairs
    .map(({ turns }) => {
      const own = new Set(turns.flatMap(({ text }) => searchTerms(text)));
      const likeness = terms.filter((term) => own.has(term)).length / Math.max(1, terms.length);
      return { likeness, text: teamTurns(turns).join('\n') };
    })
    .toSorted((a, b) => b.likeness - a.likeness);
  if (!best || best.likeness === 0) return [];
  const share = Math.min(1, best.likeness / (hit.likeness || 1));
  const snippet = searchSnippet(best.text, new Set(terms));
  return [{ ...hit, headings: [], snippet, score: hit.score * share, likeness: best.likeness }];
}
