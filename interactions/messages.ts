import { fillText } from '../domain/values/text.ts';
import type { Actor, InteractionAnswer } from '../domain/ports/interactions.ts';
import type { RawEntry } from '../domain/team/qa-pair.ts';
import { pairOfTarget } from '../domain/posting/post-buttons.ts';
import type { HandlerDeps, Handlers, RequestOf } from './handler.ts';

/** Menus on messages, and the buttons below a pair. */
export const messageHandlers: Handlers<
  'capture' | 'answer' | 'learn' | 'dont_learn' | 'retract' | 'retract_pair' | 'keep_pair'
> = {
  capture: async ({ runs, texts }, { requestId, message, actor, location }) => {
    if (!actor.moderates) return { text: texts.team_only };
    await runs.startMessageCapture({ message, name: requestId, guildId: location.guildId });
    return { text: texts.learning };
  },

  answer: async (deps, { message, actor }) => {
    const { answerWanted, texts } = deps;
    if (!actor.moderates) return { text: texts.team_only };
    const outcome = await answerWanted?.(message);
    if (outcome === 'handled') return answerLate(deps, message.messageId);
    if (outcome !== 'taken') return { text: texts.gone };
    return { text: texts.answer_taken, isDone: true };
  },

  learn: (deps, request) => decideCapture(deps, request, true),

  dont_learn: (deps, request) => decideCapture(deps, request, false),

  /** Retracts every pair that contains the message. */
  retract: async (deps, { postedMessageId, actor }) =>
    retractWhere(deps, actor, ({ messageIds }) => messageIds.includes(postedMessageId)),

  retract_pair: async (deps, { qaId: wanted, actor }) =>
    retractWhere(deps, actor, ({ qaId }) => qaId === wanted),

  keep_pair: async ({ library, records, runs, texts }, { target, actor }) => {
    if (!actor.moderates) return { text: texts.team_only };
    const pair = pairOfTarget(target);
    const isThere = pair !== null && !(await library.retracted()).has(pair.qaId);
    if (!isThere || !(await records.keepPair(pair.qaId, pair.hash))) return { text: texts.capture_settled };
    // It takes the buttons off the post. If it cannot start, the next one does that.
    await runs.startRecheck().catch(() => {});
    return { text: texts.pair_kept, isDone: true };
  },
};

/** Of a message that Steward has decided on before. */
async function answerLate(
  { records, runs, texts }: HandlerDeps,
  messageId: string,
): Promise<InteractionAnswer> {
  const [routing] = await records.routingOf([messageId]);
  const isHandedOver = routing?.state === 'handed_over';
  const record = isHandedOver ? await records.replyRecord(routing.snapshotId) : null;
  if (!record || record.answer !== null) return { text: texts.answer_handled };
  await runs.startLateAnswer({ messageId: record.messageId, guildId: record.guildId });
  return { text: texts.answer_taken, isDone: true };
}

/** Only the team may confirm what it said. */
async function decideCapture(
  { runs, texts }: HandlerDeps,
  { target: snapshotId, actor }: Pick<RequestOf<'learn'>, 'target' | 'actor'>,
  accept: boolean,
) {
  if (!actor.isTeam) return { text: texts.team_only };
  if (!(await runs.confirmCapture({ snapshotId, accept }))) return { text: texts.capture_settled };
  return { text: accept ? texts.learning : texts.capture_dropped, isDone: true } as const;
}

async function retractWhere(
  { library, runs, texts, now }: HandlerDeps,
  actor: Actor,
  isMeant: (entry: RawEntry) => boolean,
): Promise<InteractionAnswer> {
  if (!actor.moderates) return { text: texts.team_only };
  const entries = await library.rawEntries();
  const retracted = await library.retracted();
  const meant = entries.filter((entry) => isMeant(entry) && !retracted.has(entry.qaId));
  if (meant.length === 0) return { text: texts.nothing_learned };
  const { qaIds } = await library.retract({ qaIds: meant.map(({ qaId }) => qaId), now: now() });
  // The refresh describes the changed topics. If it cannot start, the next one does that.
  await runs.startRefresh().catch(() => {});
  return { text: fillText(texts.unlearned, { count: String(qaIds.length) }), isDone: true };
}
