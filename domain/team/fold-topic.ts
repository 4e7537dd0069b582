import { byTime, type QaId } from '../values/qa-id.ts';
import type { QaPair } from './qa-pair.ts';
import type { PairView } from './pair-view.ts';

/*
 * A topic is what remains when pairs are taken one after the other in the order of time, each with its integration: what a
 * model has said of the pair and of the older pairs that were shown with it.
 *
 * The invariant: in whichever order pairs come and go, the topic is the one that the order of time leaves. It holds because
 * an integration depends on nothing but the pair and what it is shown, and because a pair that is shown something else
 * since another has come or gone is asked about again.
 */

/** What becomes of a pair, and of the older pairs shown with it. */
export interface Integration {
  /** The older pairs already say everything that this pair says. */
  readonly skip: boolean;
  readonly removeIds: readonly QaId[];
  /** Set when the pair would have removed too many others and therefore removes none. */
  readonly withheld?: true | undefined;
}

/**
 * A pair that is applied to a topic. `member`: it belongs there. `outsider`: it does not stand there and only removes others,
 * because it belongs to another topic and corrects an answer from this one, or because a person moved it away. `fixed`: it
 * stands there as a person wrote it, and no model is asked about it.
 */
export interface FoldStep {
  readonly pair: QaPair;
  readonly role: 'member' | 'outsider' | 'fixed';
}

/** The pairs that stand in a topic after some of the steps. */
type Standing = Map<QaId, QaPair>;

/** A pair that finds the topic empty has no integration: it just stands there. */
const hasIntegration = ({ role }: FoldStep, standing: Standing): boolean =>
  role !== 'fixed' && standing.size > 0;

function take(standing: Standing, { pair, role }: FoldStep, integration: Integration | null): void {
  for (const id of integration?.removeIds ?? []) standing.delete(id);
  if (role !== 'outsider' && !integration?.skip) standing.set(pair.qaId, pair);
}

const inOrder = (steps: Iterable<FoldStep>): readonly FoldStep[] =>
  [...steps].toSorted((a, b) => byTime(a.pair, b.pair));

/** The pairs that remain of a topic whose integrations are known. */
export function foldTopic(
  steps: readonly FoldStep[],
  known: (step: FoldStep) => Integration,
): readonly QaPair[] {
  const standing: Standing = new Map();
  for (const step of inOrder(steps))
    take(standing, step, hasIntegration(step, standing) ? known(step) : null);
  return [...standing.values()];
}

/**
 * The pairs that remain of the steps `after`, which replace the steps `before`. Both are folded side by side: a step that is
 * shown the same pairs in both keeps its `known` integration; one that is new, or is shown others, is asked about.
 */
export async function refoldTopic({
  before,
  after,
  view,
  known,
  ask,
}: {
  readonly before: readonly FoldStep[];
  readonly after: readonly FoldStep[];
  readonly view: PairView;
  readonly known: (step: FoldStep) => Integration;
  readonly ask: (step: FoldStep, shown: readonly QaPair[]) => Promise<Integration>;
}): Promise<readonly QaPair[]> {
  const [was, is]: readonly [Standing, Standing] = [new Map(), new Map()];
  /** Pairs that stand in only one of the two. */
  const differing = new Set<QaId>();
  const shown = (pair: QaPair, standing: Standing) => view.of(pair, [...standing.values()]);
  const isShownTheSame = (pair: QaPair): boolean => {
    const inOne = [...differing].flatMap((id) => was.get(id) ?? is.get(id) ?? []);
    if (!view.mayHold(pair, inOne, Math.min(was.size, is.size))) return true;
    return idsOf(shown(pair, was)) === idsOf(shown(pair, is));
  };

  const [stepsBefore, stepsAfter] = [byId(before), byId(after)];
  for (const { pair } of inOrder(new Map([...stepsBefore, ...stepsAfter]).values())) {
    const [former, step] = [stepsBefore.get(pair.qaId), stepsAfter.get(pair.qaId)];
    const kept = former && hasIntegration(former, was) ? known(former) : null;
    let integration: Integration | null = null;
    if (step && hasIntegration(step, is))
      integration = kept && isShownTheSame(pair) ? kept : await ask(step, shown(pair, is));
    if (former) take(was, former, kept);
    if (step) take(is, step, integration);
    for (const id of [pair.qaId, ...(kept?.removeIds ?? []), ...(integration?.removeIds ?? [])]) {
      if (was.has(id) === is.has(id)) differing.delete(id);
      else differing.add(id);
    }
  }
  return [...is.values()];
}

const byId = (steps: readonly FoldStep[]) => new Map(steps.map((step) => [step.pair.qaId, step]));

const idsOf = (pairs: readonly QaPair[]): string => pairs.map(({ qaId }) => qaId).join(' ');
