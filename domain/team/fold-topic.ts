import { byTime, type QaId } from '../values/qa-id.ts';
import type { QaPair } from './qa-pair.ts';

/** The decision about a pair and the older pairs shown with it. */
export interface Integration {
  /** The older pairs already say everything that this pair says. */
  readonly skip: boolean;
  readonly removeIds: readonly QaId[];
  /** Set when the decision wanted to remove too many pairs and therefore removes none. */
  readonly withheld?: true | undefined;
}

/**
 * A pair that is applied to a topic. `member`: it belongs there. `visitor`: it belongs to another topic but corrects an
 * answer from this one, so it only removes. `fixed`: a person wrote the block, and no decision is made about it.
 */
export interface FoldStep {
  readonly pair: QaPair;
  readonly role: 'member' | 'visitor' | 'fixed';
}

/**
 * Applies all steps, oldest first, and returns the pairs that remain. A topic thus depends only on its pairs and the
 * decisions, not on the order in which pairs arrive. A pair that finds the topic empty needs no decision. In a long topic
 * `choose` selects the pairs to show.
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
