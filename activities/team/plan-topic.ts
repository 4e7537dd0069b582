import { foldTopic, type FoldStep, type Integration } from '../../domain/team/fold-topic.ts';
import type { Topic } from '../../domain/ports/library.ts';
import { byTime, compareQaIds, type QaId } from '../../domain/values/qa-id.ts';
import type { QaPair, RawEntry } from '../../domain/team/qa-pair.ts';
import { likeliestPairs } from '../../domain/documents/excerpts.ts';
import { fitTogether } from '../../domain/search/best-parts.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import { teamSourceId } from '../../domain/team/topic-slug.ts';
import { askIntegration, recallIntegration, type DecidedIntegration } from './integration-decisions.ts';
import { isSuperseded, type InsertionContext } from './insertion-context.ts';

export interface TopicPlan {
  readonly slug: string;
  readonly former: Topic | null;
  readonly pairs: readonly QaPair[];
  /** Pairs that stand there now and would not any more, but for older captures of the same conversation. */
  readonly removed: readonly QaId[];
  readonly taken: readonly DecidedIntegration[];
  readonly modelCalls: number;
}

/**
 * What a topic is when the entry has had its say at its own time. The newest pair is asked about the topic as it stands.
 * One that comes late, or that takes the place of an older capture, changes what pairs after it were shown: the topic is
 * folded again from its pairs, and only those whose view has changed are asked about again.
 */
export async function planTopic(context: InsertionContext, slug: string, home: string): Promise<TopicPlan> {
  const { deps, entry, generation } = context;
  const [former, corrections] = await Promise.all([
    deps.library.topic(generation, slug),
    deps.records.correctionsOf(teamSourceId(slug)),
  ]);
  const own = ownStep(context, slug === home, corrections);
  const before = stepsOf(context, slug, corrections);
  const stays = ({ pair }: FoldStep) =>
    context.entries.get(pair.qaId)?.conversationId !== entry.conversationId;
  const after = [...before.filter(stays), ...own];
  const changesFrom = [...before.filter((step) => !stays(step)), ...own]
    .map(({ pair }) => pair)
    .toSorted(byTime)[0];
  if (!changesFrom) return unchanged(slug, former);

  const work = createDecider({ context, slug, former });
  const choose = likeliest(context);
  const isNewest = after.every(({ pair }) => compareQaIds(pair.qaId, changesFrom.qaId) <= 0);
  const steps =
    isNewest && changesFrom.qaId === entry.qaId
      ? [...fixed(former?.pairs ?? []), ...own]
      : await withHandiwork({ before, after, former, choose, recalled: work.recalled });
  const pairs = await foldTopic({
    steps,
    choose,
    decide: (step, shown) =>
      compareQaIds(step.pair.qaId, changesFrom.qaId) < 0
        ? work.recalled(step, shown)
        : work.decided(step, shown),
  });
  const standing = new Set(pairs.map(({ qaId }) => qaId));
  const removed = (former?.pairs ?? []).map(({ qaId }) => qaId).filter((id) => !standing.has(id));
  const isOwn = (id: QaId) => context.entries.get(id)?.conversationId === entry.conversationId;
  return { slug, former, pairs, removed: removed.filter((id) => !isOwn(id)), ...work.done() };
}

/** What a model sees of a long topic beside a pair. */
const longest = { maxPairs: 20, maxTokens: 4_000 } as const;

/** The pairs of a topic that are likeliest to say the same as a new one, or what it corrects. */
const likeliest =
  ({ deps: { countTokens } }: InsertionContext) =>
  (pair: QaPair, among: readonly QaPair[]): readonly QaPair[] =>
    among.length <= longest.maxPairs && fitTogether(among.map(textOf), { ...longest, countTokens })
      ? among
      : likeliestPairs(among, { query: textOf(pair), ...longest, countTokens });

const textOf = (pair: QaPair): string => formatTopic([pair]);

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

/** The settled pairs that have a say in the topic. `corrections`: those that correct it. */
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
 * The steps after the change, with what a person did to the file. Where the file differs from what the decisions give, a
 * block that is gone stays away, and a block that was put there or reworded stays as it is.
 */
async function withHandiwork({
  before,
  after,
  former,
  choose,
  recalled,
}: {
  readonly before: readonly FoldStep[];
  readonly after: readonly FoldStep[];
  readonly former: Topic | null;
  readonly choose: ReturnType<typeof likeliest>;
  readonly recalled: (step: FoldStep, shown: readonly QaPair[]) => Promise<Integration>;
}): Promise<readonly FoldStep[]> {
  const given = new Set(
    (await foldTopic({ steps: before, choose, decide: recalled })).map(({ qaId }) => qaId),
  );
  const there = new Map((former?.pairs ?? []).map((pair) => [pair.qaId, pair]));
  const known = new Set([...before, ...after].map(({ pair }) => pair.qaId));
  const kept = after.map(({ pair, role }): FoldStep => {
    const { qaId } = pair;
    const takenOut = given.has(qaId) && !there.has(qaId);
    const putBack = there.has(qaId) && !given.has(qaId);
    return { pair: there.get(qaId) ?? pair, role: takenOut ? 'visitor' : putBack ? 'fixed' : role };
  });
  return [...kept, ...fixed([...there.values()].filter(({ qaId }) => !known.has(qaId)))];
}

/** Decides about pairs, and keeps count of what was decided. */
function createDecider({
  context,
  slug,
  former,
}: {
  readonly context: InsertionContext;
  readonly slug: string;
  readonly former: Topic | null;
}) {
  const { deps, entry, generation, withholdRemovals } = context;
  const taken: DecidedIntegration[] = [];
  let modelCalls = 0;
  const keyOf = ({ pair }: FoldStep) => ({ generation, slug, qaId: pair.qaId });
  const standsNow = new Set(former?.pairs.map(({ qaId }) => qaId));

  /** What took effect before; where nobody remembers, what the file shows of it. */
  const recalled = async (step: FoldStep, shown: readonly QaPair[]): Promise<Integration> => {
    const { same, latest } = await recallIntegration(deps, keyOf(step), idsOf(shown));
    const isOut = step.role === 'member' && !standsNow.has(step.pair.qaId);
    return same ?? latest ?? { skip: isOut, removeIds: [] };
  };

  const anew = async (step: FoldStep, shown: readonly QaPair[]): Promise<Integration> => {
    const isOwn = step.pair.qaId === entry.qaId;
    if (withholdRemovals && !isOwn) return recalled(step, shown);
    const { same, latest } = await recallIntegration(deps, keyOf(step), idsOf(shown));
    if (same) return same;
    const asked = await askIntegration(deps, { slug, pair: step.pair, shown });
    modelCalls += asked.modelCalls;
    // A no to a pair's removals holds, whatever pairs it is shown later.
    const withheld = withholdRemovals || latest?.withheld;
    return withheld ? { ...asked.integration, removeIds: [], withheld: true } : asked.integration;
  };

  return {
    recalled,
    decided: async (step: FoldStep, shown: readonly QaPair[]): Promise<Integration> => {
      const integration = await anew(step, shown);
      taken.push({ ...keyOf(step), shown: idsOf(shown), integration });
      return integration;
    },
    done: () => ({ taken, modelCalls }),
  };
}

const idsOf = (pairs: readonly QaPair[]): readonly QaId[] => pairs.map(({ qaId }) => qaId);
