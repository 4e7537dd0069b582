import { byTime, type QaId } from '../values/qa-id.ts';
import type { QaPair } from './qa-pair.ts';
import type { PairView } from './pair-view.ts';

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

type Standing = Map<QaId, QaPair>;

/** A pair that finds the topic empty needs no decision. */
const isAsked = ({ role }: FoldStep, standing: Standing): boolean => role !== 'fixed' && standing.size > 0;

function take(standing: Standing, { pair, role }: FoldStep, decided: Integration | null): void {
  for (const id of decided?.removeIds ?? []) standing.delete(id);
  if (role !== 'visitor' && !decided?.skip) standing.set(pair.qaId, pair);
}

const inOrder = (steps: Iterable<FoldStep>): readonly FoldStep[] =>
  [...steps].toSorted((a, b) => byTime(a.pair, b.pair));

const byId = (steps: readonly FoldStep[]) => new Map(steps.map((step) => [step.pair.qaId, step]));

/**
 * Applies all steps with known decisions, oldest first, and returns the pairs that remain. A topic thus depends only on
 * its pairs and the decisions, not on the order in which pairs arrive.
 */
export function foldTopic(
  steps: readonly FoldStep[],
  known: (step: FoldStep) => Integration,
): readonly QaPair[] {
  const standing: Standing = new Map();
  for (const step of inOrder(steps)) take(standing, step, isAsked(step, standing) ? known(step) : null);
  return [...standing.values()];
}

/**
 * Applies the steps `after` in parallel with the steps `before`, and returns the pairs that remain of `after`. Steps that
 * are new, or that are shown other pairs than before, get a new decision; all others keep the `known` one.
 */
export async function refoldTopic({
  before,
  after,
  view,
  known,
  decide,
}: {
  readonly before: readonly FoldStep[];
  readonly after: readonly FoldStep[];
  readonly view: PairView;
  readonly known: (step: FoldStep) => Integration;
  readonly decide: (step: FoldStep, shown: readonly QaPair[]) => Promise<Integration>;
}): Promise<readonly QaPair[]> {
  const [stepsBefore, stepsAfter] = [byId(before), byId(after)];
  const [was, is]: readonly [Standing, Standing] = [new Map(), new Map()];
  /** Pairs that are in only one of the two. */
  const differing = new Map<QaId, QaPair>();

  const seesTheSame = (pair: QaPair): boolean => {
    if (!view.mayHold(pair, [...differing.values()], Math.min(was.size, is.size))) return true;
    const [former, present] = [was, is].map((pairs) => idsOf(view.of(pair, [...pairs.values()])));
    return former === present;
  };
  const decidedAfter = async (step: FoldStep, former: Integration | null): Promise<Integration | null> => {
    if (!isAsked(step, is)) return null;
    if (former && seesTheSame(step.pair)) return former;
    return decide(step, view.of(step.pair, [...is.values()]));
  };

  for (const { pair } of inOrder(new Map([...stepsBefore, ...stepsAfter]).values())) {
    const [former, step] = [stepsBefore.get(pair.qaId), stepsAfter.get(pair.qaId)];
    const decidedBefore = former && isAsked(former, was) ? known(former) : null;
    const decided = step ? await decidedAfter(step, decidedBefore) : null;
    if (former) take(was, former, decidedBefore);
    if (step) take(is, step, decided);
    for (const id of [pair.qaId, ...(decidedBefore?.removeIds ?? []), ...(decided?.removeIds ?? [])]) {
      const there = was.has(id) === is.has(id) ? undefined : (was.get(id) ?? is.get(id));
      if (there) differing.set(id, there);
      else differing.delete(id);
    }
  }
  return [...is.values()];
}

const idsOf = (pairs: readonly QaPair[]): string => pairs.map(({ qaId }) => qaId).join(' ');
