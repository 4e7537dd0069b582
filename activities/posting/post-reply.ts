import { isHandedOver } from '../../domain/posting/answer-buttons.ts';
import type { Interaction, PlannedPost } from '../../domain/reply/interaction.ts';
import { endStatus, type InteractionStatus } from '../../domain/reply/interaction-status.ts';
import { isPaused } from '../../domain/operations/is-paused.ts';
import type { Message } from '../../domain/intake/message.ts';
import { teamAnswered } from '../../domain/intake/person-answered.ts';
import type { PostTarget } from '../../domain/ports/chat.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ConversationDeps } from '../deps.ts';
import { buttonsOf } from './buttons-of.ts';
import { callHelper } from './call-helper.ts';
import { stepRun } from '../heartbeat.ts';
import { isTooOld } from '../intake/gather-context.ts';
import { gatherHistory } from '../intake/gather-history.ts';
import { takeByText, unclaimedPosts } from './posted-place.ts';

export interface PostResult {
  readonly status: InteractionStatus;
  readonly reason: string;
}

/**
 * Posts what the interaction's row says, each part once. Runs at least once: parts that an earlier attempt posted are
 * found by the row, by the platform's nonce, and by reading back what stands there.
 */
export async function postReply(
  deps: ConversationDeps,
  { messageId }: { readonly messageId: string },
): Promise<PostResult> {
  const row = await deps.records.interaction(messageId);
  const snapshot = await deps.records.snapshot(messageId);
  if (!row || !snapshot) throw gone(messageId);
  if (row.status !== 'generated' || !row.post) return { status: row.status, reason: row.reason };
  const begun = row.postedThreadId !== null || row.postedMessageIds.length > 0;
  const { late, last } = begun ? { late: null, last: null } : await lookOnceMore(deps, snapshot);
  const end: PostResult = late
    ? { status: 'skipped', reason: late }
    : { status: endStatus(row.reason, true), reason: row.reason };
  if (!late) {
    const target = await targetOf(deps, { row, snapshot, post: row.post, last });
    await postParts(deps, { row, post: row.post, target });
    const channel = deps.channelFor(row.channelId);
    if (isHandedOver(row, channel?.when_unknown ?? 'silent')) await callHelper(deps, { messageId });
  }
  await deps.records.setStatus(messageId, { ...end, now: deps.now() });
  deps.log.info({ message_id: messageId, ...end }, 'reply_posted');
  return end;
}

const gone = (messageId: string) =>
  new PortError({
    kind: 'final',
    code: 'interaction_gone',
    message: `Nothing is kept of message ${messageId} any more`,
  });

/** People may have been faster while the answer was made. */
export async function whyNotAnyMore(deps: ConversationDeps, snapshot: Snapshot): Promise<string | null> {
  return (await lookOnceMore(deps, snapshot)).late;
}

/** Why there is no answer any more, and the message that it hangs on. Asks for both at once: somebody waits. */
async function lookOnceMore(
  deps: ConversationDeps,
  snapshot: Snapshot,
): Promise<{ readonly late: string | null; readonly last: Message | null }> {
  const [first, ...others] = snapshot.batch;
  if (!first) return { late: 'deleted', last: null };
  const [last, history] = await Promise.all([
    newestLeft(deps, snapshot),
    snapshot.askedDirectly ? null : gatherHistory(deps, [first, ...others]),
  ]);
  if (!last) return { late: 'deleted', last };
  if (isPaused(await deps.records.pauses(), last.place.channelId)) return { late: 'paused', last };
  if (!history) return { late: null, last };
  if (isTooOld(deps, last)) return { late: 'too_old', last };
  return { late: teamAnswered({ snapshot, since: history.after }) ? 'team_answered' : null, last };
}

/** The last message of a question that is still there: the answer hangs on it. */
async function newestLeft({ chat }: ConversationDeps, { batch }: Snapshot): Promise<Message | null> {
  for (const { id, place } of batch.toReversed()) {
    const ref = { channelId: place.channelId, threadId: place.thread?.id ?? null, messageId: id };
    const message = await chat.fetchMessage(ref);
    if (message) return message;
  }
  return null;
}

async function targetOf(
  deps: ConversationDeps,
  {
    row,
    snapshot,
    post,
    last,
  }: {
    readonly row: Interaction;
    readonly snapshot: Snapshot;
    readonly post: PlannedPost;
    /** The message that it hangs on, when it was looked for already. */
    readonly last: Message | null;
  },
): Promise<PostTarget> {
  const { channelId, thread } = snapshot.place;
  if (thread) return { channelId, threadId: thread.id, replyToMessageId: null };
  if (row.postedThreadId) return { channelId, threadId: row.postedThreadId, replyToMessageId: null };
  const messageId = (last ?? (await newestLeft(deps, snapshot)))?.id ?? row.messageId;
  if (post.style === 'reply') return { channelId, threadId: null, replyToMessageId: messageId };
  const question = { channelId, threadId: null, messageId };
  const { threadId } = await deps.chat.openThread({ ...question, title: post.title });
  await deps.records.rememberThread(row.messageId, threadId);
  return { channelId, threadId, replyToMessageId: null };
}

async function postParts(
  deps: ConversationDeps,
  {
    row,
    post,
    target,
  }: { readonly row: Interaction; readonly post: PlannedPost; readonly target: PostTarget },
): Promise<void> {
  const { chat, records } = deps;
  const { channelId, threadId } = target;
  // What another question's answer posted there is not ours, even when it says the same.
  const unclaimed = await unclaimedPosts(deps, { channelId, threadId, afterMessageId: row.messageId });
  for (const [part, text] of post.parts.entries()) {
    if (row.postedMessageIds[part] !== undefined) continue;
    stepRun().signal.throwIfAborted();
    const found = takeByText(unclaimed, text);
    const isLast = part === post.parts.length - 1;
    const planned = { ...target, text, nonce: `${row.messageId}.${part}` };
    const { messageId } =
      found ?? (await chat.post({ ...planned, ...(isLast && { buttons: buttonsOf(deps, row) }) }));
    await records.rememberPart(row.messageId, part, messageId);
  }
}
