import { compareCodePoints } from '../values/text.ts';
import type { QaId } from '../values/qa-id.ts';
import type { QaPair } from './qa-pair.ts';

interface TopicPairs {
  readonly slug: string;
  readonly pairs: readonly Pick<QaPair, 'qaId'>[];
}

/** The change of one topic. A pair that moves is `removed` in one topic and `added` in another. */
export interface TopicDifference {
  readonly slug: string;
  readonly change: 'new' | 'gone' | 'changed';
  readonly added: readonly QaId[];
  readonly removed: readonly QaId[];
  readonly kept: number;
}

/** An entry that a rebuild could not settle. */
export interface FailedEntry {
  readonly qaId: QaId;
  readonly cause: string;
}

export interface RegenerationCounts {
  readonly generation: number;
  readonly entries: number;
  readonly integrated: number;
  readonly skipped: number;
  readonly superseded: number;
  readonly topics: number;
}

export interface TopicChangeCounts {
  readonly topicsNew: number;
  readonly topicsGone: number;
  readonly topicsChanged: number;
  /** Pairs that are in no topic now. */
  readonly pairsAdded: number;
  /** Pairs that will be in no topic. */
  readonly pairsRemoved: number;
  readonly pairsMoved: number;
}

/** Returns the topics that differ, by slug in code-point order, with ids in the order of the files. */
export function compareTopics(
  live: readonly TopicPairs[],
  next: readonly TopicPairs[],
): readonly TopicDifference[] {
  const before = new Map(live.map((topic) => [topic.slug, idsOf(topic)]));
  const after = new Map(next.map((topic) => [topic.slug, idsOf(topic)]));
  const slugs = [...new Set([...before.keys(), ...after.keys()])].toSorted(compareCodePoints);
  return slugs.flatMap((slug): readonly TopicDifference[] => {
    const [old, now] = [before.get(slug), after.get(slug)];
    const added = [...(now ?? [])].filter((id) => !old?.has(id));
    const removed = [...(old ?? [])].filter((id) => !now?.has(id));
    if (added.length === 0 && removed.length === 0) return [];
    const change = !old ? 'new' : !now ? 'gone' : 'changed';
    return [{ slug, change, added, removed, kept: (now?.size ?? 0) - added.length }];
  });
}

export function countChanges(differences: readonly TopicDifference[]): TopicChangeCounts {
  const topics = (wanted: TopicDifference['change']) =>
    differences.filter(({ change }) => change === wanted).length;
  const added = new Set(differences.flatMap((topic) => topic.added));
  const removed = new Set(differences.flatMap((topic) => topic.removed));
  const pairsMoved = [...added].filter((id) => removed.has(id)).length;
  return {
    topicsNew: topics('new'),
    topicsGone: topics('gone'),
    topicsChanged: topics('changed'),
    pairsAdded: added.size - pairsMoved,
    pairsRemoved: removed.size - pairsMoved,
    pairsMoved,
  };
}

const idsOf = ({ pairs }: TopicPairs): ReadonlySet<QaId> => new Set(pairs.map(({ qaId }) => qaId));
