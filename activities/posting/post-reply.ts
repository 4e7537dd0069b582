import { isHandedOver, privateButtons } from '../../domain/posting/answer-buttons.ts';
import type { Interaction, PlannedPost } from '../../domain/reply/interaction.ts';
import { endStatus, type InteractionStatus } from '../../domain/reply/interaction-status.ts';
import type { Message } from '../../domain/intake/message.ts';
import type { PostTarget } from '../../domain/ports/chat.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ConversationDeps } from '../deps.ts';
import { lookOnceMore, newestLeft } from './look-again.ts';
import { buttonsOf, takeByText, unclaimedPosts } from './posted-place.ts';
import { callHelper } from './call-helper.ts';
import { stepRun } from '../heartbeat.ts';

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

/** Answers the command that a question came by, with what its row says. Runs at least once: a repeat shows the same. */
export async function respond(
  { chat, records, texts: { desk: texts }, now, log }: ConversationDeps,
  { messageId }: { readonly messageId: string },
): Promise<PostResult> {
  const row = await records.interaction(messageId);
  const token = await records.responseToken(messageId);
  if (!row || token === null) return { status: row?.status ?? 'failed', reason: 'response_expired' };
  const parts = row.post?.parts ?? [texts.cannot_now];
  await chat.respond({ token, parts, buttons: privateButtons(row, texts) });
  const end = { status: endStatus(row.reason, row.post !== null), reason: row.reason };
  await records.setStatus(messageId, { ...end, now: now() });
  log.info({ message_id: messageId, ...end }, 'command_answered');
  return end;
}
