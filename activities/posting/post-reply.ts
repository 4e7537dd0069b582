import { buttonsBelow } from '../../domain/posting/post-buttons.ts';
import type { ReplyRecord, PlannedPost } from '../../domain/reply/reply-record.ts';
import {
  endStatus,
  isAnswer,
  isHandedOver,
  type ReplyRecordStatus,
  type ReplyReason,
} from '../../domain/reply/reply-record-status.ts';
import type { Message } from '../../domain/intake/message.ts';
import type { MessageRef, PostTarget } from '../../domain/ports/chat.ts';
import { failedWith, finalError, isFinal, type PortError } from '../../domain/ports/errors.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { DiscordDeps } from '../deps.ts';
import { askersLanguage } from '../reply/askers-language.ts';
import { checkStillWanted, newestLeft } from './look-again.ts';
import { buttonsOf, takeByText, unclaimedPosts } from './answer-posts.ts';
import { callHelper } from './call-helper.ts';
import { stepRun } from '../heartbeat.ts';

export interface PostResult {
  readonly status: ReplyRecordStatus;
  readonly reason: ReplyReason;
}

/**
 * Posts what the reply record says, each part once. Runs at least once: an earlier attempt's parts are found by the row,
 * by the platform's nonce, and by reading the channel.
 */
export async function postReply(
  deps: DiscordDeps,
  { messageId }: { readonly messageId: string },
): Promise<PostResult> {
  const record = await deps.records.replyRecord(messageId);
  const snapshot = await deps.records.snapshot(messageId);
  if (!record || !snapshot) throw recordGone(messageId);
  if (record.status !== 'generated' || !record.post) return { status: record.status, reason: record.reason };
  const begun = record.postedThreadId !== null || record.postedMessageIds.length > 0;
  const { late, last } = begun ? { late: null, last: null } : await checkStillWanted(deps, snapshot);
  const end: PostResult = late
    ? { status: 'skipped', reason: late }
    : { status: endStatus(record.reason, true), reason: record.reason };
  let isEnded = false;
  if (!late) {
    const { post } = record;
    const target = await targetOf(deps, record, snapshot, post, last);
    const channel = deps.channelFor(record.channelId);
    const callsHelper = isHandedOver(record.reason, channel?.when_unknown ?? 'silent');
    const [above = '', ...more] = post.parts;
    const isOnePost = more.length === 0 && above.length <= maxCharsAboveCall;
    const called = callsHelper && isOnePost ? await callHelper(deps, { messageId, above }) : null;
    if (called?.postId !== undefined) await deps.records.rememberPart(messageId, 0, called.postId);
    else isEnded = await postParts(deps, record, post, target, callsHelper ? null : end);
    if (callsHelper && !isOnePost) await callHelper(deps, { messageId });
  }
  if (!isEnded) await deps.records.setStatus(messageId, { ...end, now: deps.now() });
  deps.log.info({ message_id: messageId, ...end }, 'reply_posted');
  return end;
}

/** Leaves room for the call in a post of Discord's. */
const maxCharsAboveCall = 1_200;

const recordGone = (messageId: string) =>
  finalError('reply_record_gone', `Message ${messageId} is no longer stored`);

interface AnswerTarget extends PostTarget {
  /** True if this attempt opened the thread, so that it has no posts of an earlier one. */
  readonly isNew?: boolean;
}

async function targetOf(
  deps: DiscordDeps,
  record: ReplyRecord,
  snapshot: Snapshot,
  post: PlannedPost,
  /** The message to attach the answer to, if it was already fetched. */
  last: Message | null,
): Promise<AnswerTarget> {
  const { channelId, thread } = snapshot.location;
  if (thread) return { channelId, threadId: thread.id, replyToMessageId: null };
  if (record.postedThreadId) return { channelId, threadId: record.postedThreadId, replyToMessageId: null };
  const messageId = (last ?? (await newestLeft(deps, snapshot)))?.id ?? record.messageId;
  if (post.style === 'reply') return { channelId, threadId: null, replyToMessageId: messageId };
  const question = { channelId, threadId: null, messageId };
  const opened = await openThread(deps, question, snapshot, post.title);
  if ('threadId' in opened) {
    await deps.records.rememberThread(record.messageId, opened.threadId);
    return { channelId, replyToMessageId: null, ...opened };
  }
  const { refusal } = opened;
  if (failedWith(refusal, 'chat_unknown_message')) {
    const remaining = await newestLeft(deps, snapshot);
    if (!remaining || remaining.id === messageId) throw refusal;
    return targetOf(deps, record, snapshot, post, remaining);
  }
  // An answer without a thread of its own is better than none.
  deps.log.warn({ message_id: messageId, channel_id: channelId, code: refusal.code }, 'thread_refused');
  await deps.records.revise(record.messageId, ({ post: planned }) =>
    planned ? { post: { ...planned, style: 'reply' } } : null,
  );
  return { channelId, threadId: null, replyToMessageId: messageId };
}

/** Opens a question's thread, under a neutral name if Discord refuses the title. Returns the refusal if there can be none. */
async function openThread(
  deps: DiscordDeps,
  question: MessageRef,
  snapshot: Snapshot,
  title: string,
): Promise<{ readonly threadId: string; readonly isNew: boolean } | { readonly refusal: PortError }> {
  const open = (name: string) =>
    deps.chat.openThread({ ...question, title: name }).catch((error: unknown) => {
      if (!isFinal(error) || failedWith(error, 'chat_unknown_channel')) throw error;
      return { refusal: error };
    });
  const opened = await open(title);
  const mayBeName =
    'refusal' in opened && failedWith(opened.refusal, 'chat_refused', 'chat_blocked_by_automod');
  return mayBeName ? open(deps.textsFor(askersLanguage(deps, snapshot)).thread_title) : opened;
}

/** Returns whether the row's status changed with its last part. */
async function postParts(
  deps: DiscordDeps,
  record: ReplyRecord,
  post: PlannedPost,
  { isNew = false, ...target }: AnswerTarget,
  /** The row's status after the last part; null if something else has to be done first. */
  endsWith: PostResult | null,
): Promise<boolean> {
  const { chat, records } = deps;
  const { channelId, threadId } = target;
  // Posts that belong to another question's answer are not reused, even with the same text.
  const afterMessageId = record.messageId;
  const unclaimed = isNew ? [] : await unclaimedPosts(deps, { channelId, threadId, afterMessageId });
  let isEnded = false;
  for (const [part, text] of post.parts.entries()) {
    if (record.postedMessageIds[part] !== undefined) continue;
    stepRun().signal.throwIfAborted();
    const isLast = part === post.parts.length - 1;
    const buttons = isLast ? buttonsOf(deps, record) : [];
    const planned = { ...target, text, nonce: `${record.messageId}.${part}` };
    const { messageId } =
      takeByText(unclaimed, text) ?? (await chat.post({ ...planned, ...(isLast && { buttons }) }));
    const end = isLast && endsWith ? { ...endsWith, now: deps.now() } : undefined;
    await records.rememberPart(record.messageId, part, messageId, end);
    isEnded = end !== undefined;
  }
  return isEnded;
}

/** Answers the command that brought a question, with the content of its row. Runs at least once: a repeat shows the same. */
export async function respond(
  { chat, records, texts: { desk: texts }, now, log }: DiscordDeps,
  { messageId }: { readonly messageId: string },
): Promise<PostResult> {
  const record = await records.replyRecord(messageId);
  const token = await records.responseToken(messageId);
  if (!record || token === null) return { status: record?.status ?? 'failed', reason: 'response_expired' };
  const parts = record.post?.parts ?? [texts.cannot_now];
  const buttons = isAnswer(record.reason) ? buttonsBelow('private', messageId, texts) : [];
  await chat.respond({ token, parts, buttons });
  const end = { status: endStatus(record.reason, record.post !== null), reason: record.reason };
  await records.setStatus(messageId, { ...end, now: now() });
  log.info({ message_id: messageId, ...end }, 'command_answered');
  return end;
}
