import { foldTopic, refoldTopic, type FoldStep, type Integration } from '../../domain/team/fold-topic.ts';
import type { Topic } from '../../domain/ports/library.ts';
import { byTime, type QaId } from '../../domain/values/qa-id.ts';
import { createPairView } from '../../domain/team/pair-view.ts';
import type { QaPair, RawEntry } from '../../domain/team/qa-pair.ts';
import { teamSourceId } from '../../domain/team/topic-slug.ts';
import { askIntegration, savedIntegrations, type TakenIntegration } from './integrations.ts';
import { isSuperseded, type InsertionContext } from './insertion-context.ts';

export interface TopicPlan {
  readonly slug: string;
  readonly former: Topic | null;
  readonly pairs: readonly QaPair[];
  /** Pairs that would leave the topic, except for older captures of the same conversation. */
  readonly removed: readonly QaId[];
  readonly taken: readonly TakenIntegration[];
  readonly modelCalls: number;
}

/**
 * Plans a topic as if the entry had come at its own time (the invariant of `fold-topic.ts`). The steps that made the topic
 * so far are replaced by those without older captures of the entry's conversation and with the entry itself; pairs that
 * are thereby shown something else are asked about again. An entry that is newer than all others changes nothing for
 * them, so it is taken with the topic as it is.
 */
export async function planTopic(context: InsertionContext, slug: string, home: string): Promise<TopicPlan> {
  const { deps, entry, generation } = context;
  const [former, corrections] = await Promise.all([
    deps.library.topic(generation, slug),
    deps.records.correctionsOf(teamSourceId(slug)),
  ]);
  const standing = former?.pairs ?? [];
  const isOfConversation = (qaId: QaId) => context.entries.get(qaId)?.conversationId === entry.conversationId;
  const settled = settledSteps(context, slug, corrections);
  const staying = settled.filter(({ pair }) => !isOfConversation(pair.qaId));
  const added = entryStep(entry, slug === home, corrections);
  if (added.length === 0 && staying.length === settled.length)
    return { slug, former, pairs: standing, removed: [], taken: [], modelCalls: 0 };

  const isNewest = staying.length === settled.length && settled.every(({ pair }) => byTime(pair, entry) < 0);
  const steps = isNewest ? added : [...settled, ...added];
  const { known, ask, done } = await integrationsOf(context, { slug, standing, steps });
  const change = isNewest
    ? { before: stepsOf(standing, 'fixed'), after: [...stepsOf(standing, 'fixed'), ...added] }
    : withEdits({ before: settled, after: [...staying, ...added], standing, known });
  const view = createPairView({ ...longest, countTokens: deps.countTokens });
  const pairs = await refoldTopic({ ...change, view, known, ask });
  const stays = new Set(idsOf(pairs));
  const removed = idsOf(standing).filter((id) => !stays.has(id) && !isOfConversation(id));
  return { slug, former, pairs, removed, ...done() };
}

/** The most that a model sees of a long topic beside a pair. */
const longest = { maxPairs: 20, maxTokens: 4_000 } as const;

const stepsOf = (pairs: readonly QaPair[], role: FoldStep['role']): readonly FoldStep[] =>
  pairs.map((pair) => ({ pair, role }));

/** The entry stands in its home, and is an outsider in the topics that it corrects. */
function entryStep(entry: RawEntry, isHome: boolean, corrections: readonly QaId[]): readonly FoldStep[] {
  if (isHome) return stepsOf([entry], 'member');
  return corrections.includes(entry.qaId) ? stepsOf([entry], 'outsider') : [];
}

/** The settled pairs that count in the topic: its members, and pairs of other topics that correct it. */
function settledSteps(
  context: InsertionContext,
  slug: string,
  corrections: readonly QaId[],
): readonly FoldStep[] {
  const { settled, entries } = context;
  const topicOf = (qaId: QaId): string | null => settled.get(qaId)?.topic ?? null;
  const counting = (qaIds: readonly QaId[]): readonly RawEntry[] =>
    qaIds
      .flatMap((qaId) => entries.get(qaId) ?? [])
      .filter((entry) => topicOf(entry.qaId) !== null && !isSuperseded(context, entry));
  return [
    ...stepsOf(counting([...settled.keys()].filter((qaId) => topicOf(qaId) === slug)), 'member'),
    ...stepsOf(counting(corrections.filter((qaId) => topicOf(qaId) !== slug)), 'outsider'),
  ];
}

/**
 * The steps with what the topic holds apart from them: a block that a person added or reworded stays as it is, and a pair
 * that was moved to another topic's file, or removed by a pair that is now retracted, stays away.
 */
function withEdits({
  before,
  after,
  standing,
  known,
}: {
  readonly before: readonly FoldStep[];
  readonly after: readonly FoldStep[];
  readonly standing: readonly QaPair[];
  readonly known: (step: FoldStep) => Integration;
}) {
  const folded = new Set(idsOf(foldTopic(before, known)));
  const written = new Map(standing.map((pair) => [pair.qaId, pair]));
  const asLeft = (step: FoldStep): FoldStep => {
    const [isFolded, block] = [folded.has(step.pair.qaId), written.get(step.pair.qaId)];
    if (!block) return { ...step, role: isFolded ? 'outsider' : step.role };
    return { pair: block, role: isFolded ? step.role : 'fixed' };
  };
  const archived = new Set(idsOf([...before, ...after].map(({ pair }) => pair)));
  const foreign = stepsOf(
    standing.filter(({ qaId }) => !archived.has(qaId)),
    'fixed',
  );
  return { before: [...before.map(asLeft), ...foreign], after: [...after.map(asLeft), ...foreign] };
}

/** The integrations of these steps: those that are known, and those that are asked for, which `done` returns. */
async function integrationsOf(
  { deps, entry, generation, erasures, withholdRemovals }: InsertionContext,
  {
    slug,
    standing,
    steps,
  }: { readonly slug: string; readonly standing: readonly QaPair[]; readonly steps: readonly FoldStep[] },
) {
  const qaIds = idsOf(steps.map(({ pair }) => pair));
  const saved = await savedIntegrations(deps, { generation, slug, qaIds });
  const standsNow = new Set(idsOf(standing));
  const taken: TakenIntegration[] = [];
  let modelCalls = 0;

  /** The integration in effect; if it is not saved, what the file shows of it. */
  const known = ({ pair: { qaId }, role }: FoldStep): Integration =>
    saved.get(qaId) ?? { skip: role === 'member' && !standsNow.has(qaId), removeIds: [] };

  const ask = async (step: FoldStep, shown: readonly QaPair[]): Promise<Integration> => {
    const { pair } = step;
    if (withholdRemovals && pair.qaId !== entry.qaId) return known(step);
    const asked = await askIntegration(deps, { slug, pair, shown, erasures });
    modelCalls += asked.modelCalls;
    // A refusal of a pair's removals holds, whatever pairs it is shown later.
    const isWithheld = withholdRemovals || saved.get(pair.qaId)?.withheld;
    const integration: Integration = isWithheld
      ? { ...asked.integration, removeIds: [], withheld: true }
      : asked.integration;
    taken.push({ generation, slug, qaId: pair.qaId, integration });
    return integration;
  };

  return { known, ask, done: () => ({ taken, modelCalls }) };
}

const idsOf = (pairs: readonly QaPair[]): readonly QaId[] => pairs.map(({ qaId }) => qaId);
