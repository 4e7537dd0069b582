import { refOf } from '../../domain/intake/message.ts';
import { snapshotOfPair } from '../../domain/intake/snapshot.ts';
import type { MessageRef } from '../../domain/ports/chat.ts';
import { transientError } from '../../domain/ports/errors.ts';
import type { ChangeResult } from '../../domain/ports/library.ts';
import { timestampFromDate, type QaId } from '../../domain/values/qa-id.ts';
import type { CapturedOutcome, Settled } from '../../domain/team/qa-pair.ts';
import type { LibraryDeps } from '../deps.ts';
import { integrationsToSave } from './integrations.ts';
import {
  concernedTopics,
  countRelatedNow,
  isSuperseded,
  insertionContext,
  type InsertionContext,
} from './insertion-context.ts';
import { planTopic, type TopicPlan } from './plan-topic.ts';

export interface IntegrateResult {
  readonly outcome: CapturedOutcome;
  readonly topic: string | null;
  /** Topics whose text changed. */
  readonly changedTopics: readonly string[];
  /** Removals above the cap that were asked for and not made. */
  readonly withheld: readonly QaId[];
  readonly modelCalls: number;
}

/** More removals than a capture may make without approval: nothing was changed, and a person decides. */
export interface RemovalsToDecide {
  readonly outcome: 'waiting';
  readonly removals: readonly QaId[];
  readonly modelCalls: number;
}

export interface IntegrateRequest {
  readonly qaId: QaId;
  readonly topic: string | null;
  readonly generation: number;
  /** An operator's yes or no, and the removals that it is about. */
  readonly decision?: { readonly approve: boolean; readonly removals: readonly QaId[] } | null;
  /** Above the cap, a capture waits for a person, while a rebuild withholds the removals. */
  readonly aboveCap: 'wait' | 'withhold';
}

/** Another entry may be settled while a model is asked. More conflicts than this are no coincidence. */
const conflictsInARow = 50;

/**
 * Inserts an entry into the topics as if all entries had come in the order of time. The transaction that changes the
 * topics also settles the entry, so for a settled one everything is done.
 */
export function integrate(
  deps: LibraryDeps,
  request: IntegrateRequest & { readonly aboveCap: 'withhold' },
): Promise<IntegrateResult>;
export function integrate(
  deps: LibraryDeps,
  request: IntegrateRequest,
): Promise<IntegrateResult | RemovalsToDecide>;
export async function integrate(
  deps: LibraryDeps,
  request: IntegrateRequest,
): Promise<IntegrateResult | RemovalsToDecide> {
  const { qaId, generation, topic } = request;
  if (request.decision) {
    const { approve: approved, removals } = request.decision;
    const decidedAt = timestampFromDate(deps.now());
    await deps.library.saveRemovalApproval({ qaId, approved, removals, decidedAt });
  }
  let modelCalls = 0;
  for (let conflicts = 0; conflicts < conflictsInARow; conflicts += 1) {
    const ledger = await deps.library.ledger(generation);
    const known = ledger.settled.get(qaId);
    if (known && known.outcome !== 'failed') {
      const changedTopics = known.topic === null ? [] : [known.topic];
      return { outcome: known.outcome, topic: known.topic, changedTopics, withheld: [], modelCalls };
    }
    const context = insertionContext(deps, { qaId, generation, ledger });
    if (topic === null || isSuperseded(context, context.entry)) {
      const outcome = isSuperseded(context, context.entry) ? 'superseded' : 'skipped';
      const settle: Settled = { qaId, outcome, topic: null };
      if ((await insert(context, [], settle)) === 'conflict') continue;
      return { outcome, topic: null, changedTopics: [], withheld: [], modelCalls };
    }

    const planned = await planWithinCap(context, topic, request);
    modelCalls += planned.modelCalls;
    if ('removals' in planned) return { outcome: 'waiting', removals: planned.removals, modelCalls };
    const { plans, withheld } = planned;
    const outcome = isSkipped(plans, qaId) ? 'skipped' : 'integrated';
    const reacts = outcome === 'integrated' && request.aboveCap === 'wait';
    const reactTo = reacts ? await capturedMessage(deps, qaId) : null;
    if ((await insert(context, plans, { qaId, outcome, topic }, reactTo)) === 'conflict') continue;
    if (withheld.length > 0) deps.log.warn({ qa_id: qaId, topic, generation, withheld }, 'removals_withheld');
    deps.log.info({ qa_id: qaId, topic, outcome, generation }, 'topic_file_updated');
    const changedTopics = plans.filter(isChanged).map(({ slug }) => slug);
    return { outcome, topic, changedTopics, withheld, modelCalls };
  }
  throw transientError(
    'topic_conflict',
    `The topics kept changing while ${qaId} was being integrated; it will be integrated again`,
  );
}

/** The team's last message, while its snapshot is kept. The bot marks it later. */
async function capturedMessage(
  { records }: Pick<LibraryDeps, 'records'>,
  qaId: QaId,
): Promise<MessageRef | null> {
  const snapshot = await snapshotOfPair(records, qaId);
  const last = snapshot?.batch.findLast(
    ({ author, typedInForm }) => author.kind === 'team_member' && !typedInForm,
  );
  return last ? refOf(last) : null;
}

interface WithinCap {
  readonly plans: readonly TopicPlan[];
  readonly withheld: readonly QaId[];
  readonly modelCalls: number;
}

type AboveCap = Pick<RemovalsToDecide, 'removals' | 'modelCalls'>;

async function planWithinCap(
  context: InsertionContext,
  home: string,
  { qaId, decision: given, aboveCap }: IntegrateRequest,
): Promise<WithinCap | AboveCap> {
  const { deps } = context;
  const free = await planAll(context, home);
  const removals = free.plans.flatMap(({ removed }) => removed);
  if (removals.length <= deps.config.kb.max_removals_per_capture) return { ...free, withheld: [] };
  // A saved approval holds in every rebuild.
  const saved = given ? null : await deps.library.removalApproval(qaId);
  const approval = given ?? (saved && { approve: saved.approved, removals: saved.removals });
  if (approval?.approve && removals.every((id) => approval.removals.includes(id)))
    return { ...free, withheld: [] };
  const { modelCalls } = free;
  if (aboveCap === 'wait' && approval?.approve !== false) return { removals, modelCalls };
  const held = await planAll({ ...context, withholdRemovals: true }, home);
  return { plans: held.plans, withheld: removals, modelCalls: modelCalls + held.modelCalls };
}

async function planAll(context: InsertionContext, home: string) {
  const plans: TopicPlan[] = [];
  for (const slug of await concernedTopics(context, home)) plans.push(await planTopic(context, slug, home));
  return { plans, modelCalls: plans.reduce((sum, plan) => sum + plan.modelCalls, 0) };
}

const isSkipped = (plans: readonly TopicPlan[], qaId: QaId): boolean =>
  plans.at(-1)?.taken.find((one) => one.qaId === qaId)?.integration.skip === true;

const isChanged = ({ former, pairs }: TopicPlan): boolean => {
  const before = former?.pairs ?? [];
  return before.length !== pairs.length || before.some(({ qaId }, at) => qaId !== pairs[at]?.qaId);
};

function insert(
  context: InsertionContext,
  plans: readonly TopicPlan[],
  settle: Settled,
  reactTo: MessageRef | null = null,
): Promise<ChangeResult> {
  return context.deps.library.insert({
    generation: context.generation,
    settle,
    decisions: integrationsToSave(plans.flatMap(({ taken }) => taken)),
    reactTo,
    rewrites: plans
      .filter(isChanged)
      .map(({ slug, former, pairs }) => ({ slug, expectedVersion: former?.version ?? null, pairs })),
    related: countRelatedNow(
      context,
      plans.map(({ slug }) => slug),
    ),
  });
}
