import { withoutErased } from '../../domain/team/erasures-file.ts';
import {
  capturesIn,
  isAskedDirectly,
  isLeftUnasked,
  isPaused,
  refuteRoute,
  routeBatch,
  type IgnoredReason,
  isAloneWithSteward,
} from '../../domain/intake/routing.ts';
import type { Message, Batch } from '../../domain/intake/message.ts';
import { isOnlyUnreadFiles } from '../../domain/intake/call-for-help.ts';
import { batchText } from '../../domain/intake/conversation.ts';
import { courtesyOf } from '../../domain/language/courtesies.ts';
import { isUnreplied, teamAnswered } from '../../domain/intake/person-answered.ts';
import { isDroppedUnread } from '../../domain/intake/question-gate.ts';
import { liveWindows, quietWindowOf } from '../../domain/intake/quiet-windows.ts';
import { routedBatchOf, newSnapshot, type RoutedBatch, type Snapshot } from '../../domain/intake/snapshot.ts';
import { hoursBefore } from '../../domain/values/time.ts';
import type { DiscordDeps } from '../deps.ts';
import { asTeamSaw } from './as-team-saw.ts';
import { fetchAll, gatherHistory } from './gather-history.ts';
import { pointedAt } from './pointed-at.ts';
import { byConversation } from './reply-chain.ts';
import { questionBefore, withUnrepliedQuestion } from './unreplied-question.ts';

export interface GatherInput {
  /** The first execution run id of the batch, which stays the same through retries and Reset. */
  readonly owner: string;
  readonly messageIds: readonly string[];
  /** Those that came late, as after a downtime. */
  readonly lateIds?: readonly string[];
  /** Those that a moderator wants to be answered. */
  readonly wantedIds?: readonly string[];
}

export interface GatherResult {
  readonly batches: readonly RoutedBatch[];
  /** Why nothing, or nothing more, is handed over; else null. */
  readonly ignored: IgnoredReason | null;
}

/**
 * Claims a window's messages, routes them, and saves those of a reply or a capture as one snapshot. Messages that came late
 * (Steward was away) make the windows that they would have made then. Runs at least once: what this run has handed
 * over before comes back as it was, and what another window holds is dropped.
 */
export async function gatherContext(deps: DiscordDeps, input: GatherInput): Promise<GatherResult> {
  // Losing the race for a claim means that another attempt has just finished: the second look finds its work.
  const wanted = new Set(input.wantedIds);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { fresh, before } = await sortOut(deps, input);
    if (fresh.length === 0) return { batches: before, ignored: before.length > 0 ? null : 'handled_before' };
    const storedMessages = await deps.records.messages(fresh);
    const [first, ...others] = await windowsOf(deps, storedMessages, input);
    const ids = new Set(storedMessages.map(({ id }) => id));
    const deletedIds = fresh.filter((id) => !ids.has(id));
    const foundBatches: Found[] = [];
    for (const [at, window] of [first ?? [], ...others].entries()) {
      const messageIds = [...(at === 0 ? deletedIds : []), ...window.map(({ id }) => id)];
      const looked = await lookAt(deps, window, wanted);
      const claim = { owner: input.owner, messageIds, seen: looked.snapshot?.batch ?? window, ...looked };
      if (!(await deps.records.claim(claim))) break;
      deps.log.debug({ message_ids: messageIds, reason: looked.reason }, 'discord.user_batch_process_start');
      foundBatches.push(looked);
      if (looked.snapshot) showTyping(deps, looked.snapshot);
    }
    // A message was claimed or changed meanwhile.
    if (foundBatches.length <= others.length) continue;
    const batches = foundBatches.flatMap(({ snapshot }) => (snapshot ? [routedBatchOf(snapshot)] : []));
    return { batches: [...before, ...batches], ignored: lastIgnored(foundBatches) };
  }
  throw new Error('A window could not claim its messages');
}

/** Who asks directly, or in Steward's own thread, sees that an answer is coming. Nothing depends on it. */
function showTyping(
  { chat }: DiscordDeps,
  { route, batch, history, location, askedDirectly }: Snapshot,
): void {
  if (route !== 'reply' || !(askedDirectly || isAloneWithSteward(batch, history))) return;
  const { channelId, thread } = location;
  chat.showTyping({ channelId, threadId: thread?.id ?? null }).catch(() => {});
}

const windowsOf = (deps: DiscordDeps, messages: readonly Message[], { lateIds = [] }: GatherInput) =>
  byConversation(deps, liveWindows(messages, quietWindowOf(deps.config.discord), new Set(lateIds)));

const lastIgnored = (found: readonly Found[]): IgnoredReason | null =>
  found.findLast((one) => one.snapshot === null)?.reason ?? null;

/** Finds the messages that nobody has handled, and what this run has handed over before. */
async function sortOut({ records }: DiscordDeps, { owner, messageIds }: GatherInput) {
  const routing = await records.routingOf(messageIds);
  const ownIds = routing.flatMap((message) =>
    message.state === 'handed_over' && message.owner === owner ? [message.snapshotId] : [],
  );
  const snapshots = await Promise.all([...new Set(ownIds)].map((id) => records.snapshot(id)));
  return {
    fresh: routing.flatMap(({ state, messageId }) => (state === 'unhandled' ? [messageId] : [])),
    before: snapshots.flatMap((snapshot) => (snapshot ? [routedBatchOf(snapshot)] : [])),
  };
}

type Found =
  | { readonly snapshot: Snapshot; readonly reason: Snapshot['route'] }
  | { readonly snapshot: null; readonly reason: IgnoredReason };
const ignored = (reason: IgnoredReason): Found => ({ snapshot: null, reason });

async function lookAt(
  deps: DiscordDeps,
  kept: readonly Message[],
  wanted: ReadonlySet<string>,
): Promise<Found> {
  // As if the member had asked Steward.
  const asWanted = (message: Message) =>
    wanted.has(message.id) ? { ...message, mentionsSteward: true } : message;
  const [oldest, ...newer] = kept.map(asWanted);
  if (!oldest) return ignored('deleted');
  const channel = deps.channelFor(oldest.location.channelId);
  if (!channel) return ignored('channel_not_listed');
  // The store, and at most one request, decide about most messages.
  const isToNobody = kept.every(isUnreplied);
  if (isToNobody && (!capturesIn(channel, oldest.location) || courtesyOf(batchText(kept)) !== null))
    return ignored('not_for_steward');
  const early = await leadsTo(deps, channel, [oldest, ...newer]);
  if (early !== 'capture' && early !== 'reply') return ignored(early);
  // Most messages that the team writes without a reply answer no question.
  if (isToNobody && !(await questionBefore(deps, oldest))) return ignored('not_for_steward');

  // From here on requests are worth it: messages as they are now, and what came before and after.
  const [earliest, ...others] = (await fetchAll(deps, kept)).map(asWanted);
  if (!earliest) return ignored('deleted');
  const since = await deps.library.erasedSince();
  const [first = earliest, ...rest] = [
    ...withoutErased(since, await pointedAt(deps, [earliest, ...others])),
    earliest,
    ...others,
  ];
  const batch = [first, ...rest] as const;
  const route = await leadsTo(deps, channel, batch);
  if (route !== 'capture' && route !== 'reply') return ignored(route);

  const gathered = await gatherHistory(deps, batch);
  const {
    others: nearby,
    after,
    conversationId,
    ...around
  } = route === 'capture' ? await withUnrepliedQuestion(deps, gathered, batch) : gathered;
  const before = withoutErased(since, around.before);
  const refuted = refuteRoute({ route, batch, history: before });
  if (refuted) return ignored(batch.every(isUnreplied) ? 'not_for_steward' : refuted);
  const gatheredNow = newSnapshot({
    id: (batch.at(-1) ?? first).id,
    route,
    batch,
    history: before,
    others: withoutErased(since, nearby),
    conversationId,
    correctsAnswerTo: route === 'capture' ? await correctedQuestion(deps, batch) : null,
    ...(route === 'capture' && channel.capture === 'ask' && { asksTeam: true }),
  });
  const snapshot = route === 'capture' ? await asTeamSaw(deps, gatheredNow) : gatheredNow;
  if (route === 'reply' && !batch.some(({ id }) => wanted.has(id))) {
    if (teamAnswered(snapshot, after)) return ignored('team_answered');
    if (isTooOld(deps, first)) return ignored('too_old');
  }
  return { snapshot, reason: route };
}

/** Where a batch leads, or why the channel or a pause leaves it alone. */
async function leadsTo(
  deps: DiscordDeps,
  channel: NonNullable<ReturnType<DiscordDeps['channelFor']>>,
  batch: Batch,
): Promise<Snapshot['route'] | IgnoredReason> {
  const [first] = batch;
  const route = routeBatch(batch, { channel, kb: deps.config.kb });
  if (route === 'ignore') return 'not_for_steward';
  // A pause does not stop captures of what the team says.
  if (route === 'capture') return capturesIn(channel, first.location) ? route : 'capture_is_off';
  if (isLeftUnasked(channel.mode, batch)) return 'not_mentioned';
  if (isPaused(await deps.records.pauses(), first.location.channelId)) return 'paused';
  const readsImages = deps.config.ai_response.llm_enable_image;
  if (isOnlyUnreadFiles(batch, readsImages) && !isAskedDirectly(batch)) return 'unread_file';
  if (isDroppedUnread(channel.gate, batch, readsImages) && !(await wasAsked(deps, first))) return 'chatter';
  return route;
}

/** Steward has asked this member something in the thread: their next words are the answer. */
async function wasAsked({ records }: DiscordDeps, { location, author }: Message): Promise<boolean> {
  const [last] = location.thread
    ? await records.replyRecordsWhere({ threadId: location.thread.id, limit: 1 })
    : [];
  return last?.answerType === 'clarifying' && last.authorId === author.id;
}

export const isTooOld = ({ config, now }: Pick<DiscordDeps, 'config' | 'now'>, message: Message) =>
  new Date(message.createdAt) < hoursBefore(now(), config.discord.reply_max_age_hours);

/** The question whose answer by Steward a team member replies to. */
async function correctedQuestion(
  { records }: DiscordDeps,
  batch: readonly Message[],
): Promise<string | null> {
  for (const { repliesTo } of batch) {
    if (repliesTo?.authorKind !== 'steward') continue;
    const record = await records.replyRecordOfPost(repliesTo.messageId);
    if (record) return record.messageId;
  }
  return null;
}
