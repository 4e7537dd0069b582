import { createHash } from 'node:crypto';
import type { SearchHit } from '../../domain/ports/sources.ts';
import { slugFromSourceId } from '../../domain/team/topic-slug.ts';
import { timestampFromQaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';

/** The present search results of a question. */
export interface Retrieved {
  readonly hits: readonly SearchHit[];
  /** Hash of the nearest sources and their texts: it changes when the answer might. */
  readonly hash: string;
  /** The last change of one of them; RFC 3339. */
  readonly changedAt: string;
}

const looked = 20;
/** The most sources that an answer is made from. */
const nearest = 5;
/** A pair has the time of the team's words, and is usually captured within a day of them. */
const learnedLater = 86_400_000;

/** Searches the present index and live topics. */
export async function openRetrieval({
  sources,
  documentIndex,
  library,
}: Pick<LibraryDeps, 'sources' | 'documentIndex' | 'library'>) {
  const generation = await library.liveGeneration();
  const { sources: documents } = await documentIndex.readCache();
  const topics = new Map((await library.topics(generation)).map((topic) => [topic.slug, topic]));
  const stateOf = (sourceId: string) => {
    const topic = topics.get(slugFromSourceId(sourceId) ?? '');
    if (!topic) {
      const { content_hash: text = '', last_indexed_at: changedAt = '' } = documents[sourceId] ?? {};
      return { text, changedAt };
    }
    const times = topic.pairs.map(({ qaId }) => Date.parse(timestampFromQaId(qaId)));
    return { text: topic.version, changedAt: new Date(Math.max(0, ...times) + learnedLater).toISOString() };
  };
  return {
    of: async (question: string): Promise<Retrieved> => {
      const hits = await sources.search({ query: question, generation, limit: looked });
      const ids = hits
        .slice(0, nearest)
        .map(({ sourceId }) => sourceId)
        .toSorted();
      const states = ids.map(stateOf);
      const hash = createHash('sha256').update(JSON.stringify([ids, states.map(({ text }) => text)]));
      const changedAt =
        states
          .map((state) => state.changedAt)
          .toSorted()
          .at(-1) ?? '';
      return { hits, hash: hash.digest('hex'), changedAt };
    },
  };
}
