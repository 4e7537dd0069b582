import { byTime, type QaId } from '../values/qa-id.ts';
import type { QaPair } from './qa-pair.ts';

/** What was decided about a pair and the older ones that were shown with it. */
export interface Integration {
  /** The older ones say all that the pair says. */
  readonly skip: boolean;
  readonly removeIds: readonly QaId[];
  /** Set when its removals were too many, and it may make none. */
  readonly withheld?: true | undefined;
}

/**
 * A pair that had its say in a topic. `member`: it belongs there. `visitor`: it belongs elsewhere and corrects an answer
 * from this topic, so it only removes. `fixed`: a block that a person put there; nobody decides about it.
 */
export interface FoldStep {
  readonly pair: QaPair;
  readonly role: 'member' | 'visitor' | 'fixed';
}

/**
 * The pairs that stand in a topic when each step has had its say, oldest first. So a topic follows from its pairs and the
 * decisions alone, whatever order the pairs arrive in. Nothing is asked about a pair that finds the topic empty; of a long
 * topic, `choose` says what is shown with the pair.
 */
export async function foldTopic({
  steps,
  choose,
  decide,
}: {
  readonly steps: readonly FoldStep[];
  readonly choose: (pair: QaPair, among: readonly QaPair[]) => readonly QaPair[];
  readonly decide: (step: FoldStep, shown: readonly QaPair[]) => Promise<Integration>;
}): Promise<readonly QaPair[]> {
  const standing = new Map<QaId, QaPair>();
  for (const step of steps.toSorted((a, b) => byTime(a.pair, b.pair))) {
    const { pair, role } = step;
    const isAsked = role !== 'fixed' && standing.size > 0;
    const decided = isAsked ? await decide(step, choose(pair, [...standing.values()])) : null;
    for (const id of decided?.removeIds ?? []) standing.delete(id);
    if (role !== 'visitor' && !decided?.skip) standing.set(pair.qaId, pair);
  }
  return [...standing.values()];
}
