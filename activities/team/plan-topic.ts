import { foldTopic, refoldTopic, type FoldStep, type Integration } from '../../domain/team/fold-topic.ts';
import type { Topic } from '../../domain/ports/library.ts';
import { byTime, type QaId } from '../../domain/values/qa-id.ts';
import { createPairView } from '../../domain/team/pair-view.ts';
import type { QaPair, RawEntry } from '../../domain/team/qa-pair.ts';
import { teamSourceId } from '../../domain/team/topic-slug.ts';
import { askIntegration, recallIntegrations, type DecidedIntegration } from './integration-decisions.ts';
import { isSuperseded, type InsertionContext } from './insertion-context.ts';

export interface TopicPlan {
  readonly slug: string;
  readonly former: Topic | null;
  readonly pairs: readonly QaPair[];
  /** Pairs that would leave the topic, except for older captures of the same conversation. */
  readonly removed: readonly QaId[];
  readonly taken: readonly DecidedIntegration[];
  readonly modelCalls: number;
}

/**
 * Plans a topic as if the entry had come at its own time. The newest entry is decided about with the topic as it is.
 * One that comes late, or that replaces an older capture, may change what later pairs are shown: the topic is folded
 * again from its pairs, and only those that are shown other pairs are decided about again.
 */
export async function planTopic(context: InsertionContext, slug: string, home: string): Promise<TopicPlan> {
  const { deps, entry, generation } = context;
  const [former, corrections] = await Promise.all([
    deps.library.topic(generation, slug),
    deps.records.correctionsOf(teamSourceId(slug)),
  ]);
  const isOwn = (qaId: QaId) => context.entries.get(qaId)?.conversationId === entry.conversationId;
  const own = ownStep(context, slug === home, corrections);
  const settled = stepsOf(context, slug, corrections);
  const staying = settled.filter(({ pair }) => !isOwn(pair.qaId));
  if (own.length === 0 && staying.length === settled.length) return unchanged(slug, former);

  const isNewest = staying.length === settled.length && settled.every(({ pair }) => byTime(pair, entry) < 0);
  const steps = isNewest ? own : [...settled, ...own];
  const { known, decide, done } = await createDecider({ context, slug, former, steps });
  const standing = fixed(former?.pairs ?? []);
  const change = isNewest
    ? { before: standing, after: [...standing, ...own] }
    : withHandiwork({ before: settled, after: [...staying, ...own], former, known });
  const view = createPairView({ ...longest, countTokens: deps.countTokens });
  const pairs = await refoldTopic({ ...change, view, known, decide });
  const stays = new Set(idsOf(pairs));
  const removed = idsOf(former?.pairs ?? []).filter((id) => !stays.has(id) && !isOwn(id));
  return { slug, former, pairs, removed, ...done() };
}

/** The most that a model sees of a long topic beside a pair. */
const longest = { maxPairs: 20, maxTokens: 4_000 } as const;

const unchanged = (slug: string, former: Topic | null): TopicPlan => ({
  slug,
  former,
  pairs: former?.pairs ?? [],
  removed: [],
  taken: [],
  modelCalls: 0,
});

const fixed = (pairs: readonly QaPair[]): readonly FoldStep[] =>
  pairs.map((pair) => ({ pair, role: 'fixed' as const }));

function ownStep(
  { entry }: InsertionContext,
  isHome: boolean,
  corrections: readonly QaId[],
): readonly FoldStep[] {
  if (isHome) return [{ pair: entry, role: 'member' }];
  return corrections.includes(entry.qaId) ? [{ pair: entry, role: 'visitor' }] : [];
}

/** The settled pairs that count in the topic: its members, and pairs of other topics that correct it. */
function stepsOf(context: InsertionContext, slug: string, corrections: readonly QaId[]): readonly FoldStep[] {
  const { settled, entries } = context;
  const counts = (entry: RawEntry | undefined): entry is RawEntry =>
    entry !== undefined && (settled.get(entry.qaId)?.topic ?? null) !== null && !isSuperseded(context, entry);
  const members = [...settled.values()]
    .filter(({ topic }) => topic === slug)
    .map(({ qaId }) => entries.get(qaId))
    .filter(counts);
  const visitors = corrections
    .map((qaId) => entries.get(qaId))
    .filter(counts)
    .filter(({ qaId }) => settled.get(qaId)?.topic !== slug);
  return [
    ...members.map((pair) => ({ pair, role: 'member' as const })),
    ...visitors.map((pair) => ({ pair, role: 'visitor' as const })),
  ];
}

/**
 * The steps with a person's edits of the topic's file, which differs from what the decisions give: a block that was
 * removed stays away, and one that was added or reworded stays as it is.
 */
function withHandiwork({
  before,
  after,
  former,
  known,
}: {
  readonly before: readonly FoldStep[];
  readonly after: readonly FoldStep[];
  readonly former: Topic | null;
  readonly known: (step: FoldStep) => Integration;
}) {
  const given = new Set(idsOf(foldTopic(before, known)));
  const there = new Map((former?.pairs ?? []).map((pair) => [pair.qaId, pair]));
  const asLeft = ({ pair, role }: FoldStep): FoldStep => {
    const { qaId } = pair;
    const takenOut = given.has(qaId) && !there.has(qaId);
    const putBack = there.has(qaId) && !given.has(qaId);
    return { pair: there.get(qaId) ?? pair, role: takenOut ? 'visitor' : putBack ? 'fixed' : role };
  };
  const archived = new Set(idsOf([...before, ...after].map(({ pair }) => pair)));
  const foreign = fixed([...there.values()].filter(({ qaId }) => !archived.has(qaId)));
  return { before: [...before.map(asLeft), ...foreign], after: [...after.map(asLeft), ...foreign] };
}

/** Decides about the pairs of these steps and collects the decisions. */
async function createDecider({
  context,
  slug,
  former,
  steps,
}: {
  readonly context: InsertionContext;
  readonly slug: string;
  readonly former: Topic | null;
  readonly steps: readonly FoldStep[];
}) {
  const { deps, entry, generation, withholdRemovals } = context;
  const qaIds = idsOf(steps.map(({ pair }) => pair));
  const latest = await recallIntegrations(deps, { generation, slug, qaIds });
  const standsNow = new Set(idsOf(former?.pairs ?? []));
  const taken: DecidedIntegration[] = [];
  let modelCalls = 0;

  /** The decision in effect; if it is not saved, what the file shows of it. */
  const known = ({ pair: { qaId }, role }: FoldStep): Integration =>
    latest.get(qaId) ?? { skip: role === 'member' && !standsNow.has(qaId), removeIds: [] };

  const decide = async (step: FoldStep, shown: readonly QaPair[]): Promise<Integration> => {
    const { pair } = step;
    if (withholdRemovals && pair.qaId !== entry.qaId) return known(step);
    const asked = await askIntegration(deps, { slug, pair, shown });
    modelCalls += asked.modelCalls;
    // A refusal of a pair's removals holds, whatever pairs it is shown later.
    const isWithheld = withholdRemovals || latest.get(pair.qaId)?.withheld;
    const integration = isWithheld
      ? { ...asked.integration, removeIds: [], withheld: true as const }
      : asked.integration;
    taken.push({ generation, slug, qaId: pair.qaId, integration });
    return integration;
  };

  return { known, decide, done: () => ({ taken, modelCalls }) };
}

const idsOf = (pairs: readonly QaPair[]): readonly QaId[] => pairs.map(({ qaId }) => qaId);
