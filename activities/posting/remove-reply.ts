import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { compareIds } from '../../domain/intake/message.ts';
import { failedWith } from '../../domain/ports/errors.ts';
import { isWhollyDeleted } from '../../domain/intake/snapshot.ts';
import type { DiscordDeps } from '../deps.ts';
import { postedLocation, takeByText, unclaimedPosts, type PostedLocation } from './answer-posts.ts';

export interface RemoveInput {
  /** The id of the row. */
  readonly messageId: string;
  /** `deleted`: the question was deleted. `failed`: it was only partly posted. `asked`: an authorised person removed it. */
  readonly because: 'deleted' | 'failed' | 'asked';
}

/** `open`: the reply is still being made. `kept`: people have replied there, or the question still exists. */
export type RemoveResult = 'open' | 'removed' | 'kept';

/** Removes all posts of an answer, and its own thread if nobody wrote in it. Runs at least once. */
export async function removeReply(
  deps: DiscordDeps,
  { messageId, because }: RemoveInput,
): Promise<RemoveResult> {
  const { records, log } = deps;
  const snapshot = await records.snapshot(messageId);
  if (!snapshot) return 'kept';
  if (because === 'deleted' && !(await isWhollyDeleted(records, snapshot))) return 'kept';
  const record = await records.replyRecord(messageId);
  if (!record || record.status === 'generated') return 'open';
  if (record.status === 'removed') return 'removed';
  if (!record.post || record.status === 'skipped') return 'kept';
  const location = postedLocation(record, snapshot);
  const talk = await laterTalk(deps, { record, location });
  if (because === 'deleted' && talk) return 'kept';
  const { channelId, threadId } = location;
  for (const id of await ownPosts(deps, { record, location }))
    await deps.chat.removePost({ channelId, threadId, messageId: id });
  if (location.ownThread && location.threadId !== null && !talk)
    await deps.chat.removeThread({ channelId: location.channelId, threadId: location.threadId });
  // A failed row stays failed.
  await records.revise(messageId, ({ status }) => (status === 'failed' ? null : { status: 'removed' }));
  log.info({ message_id: messageId, because }, 'reply_removed');
  return 'removed';
}

/** Whether people wrote in the answer's thread: anyone if the thread was opened for it, otherwise anyone but the asker. */
async function laterTalk(
  { chat }: DiscordDeps,
  { record, location }: { readonly record: ReplyRecord; readonly location: PostedLocation },
): Promise<boolean> {
  const { channelId, threadId, ownThread } = location;
  if (threadId === null) return false;
  const inside = await unlessGone(chat.fetchThread({ guildId: record.guildId, channelId, threadId }));
  return inside.some(
    ({ id, author, location: { thread } }) =>
      thread?.id === threadId &&
      compareIds(id, record.messageId) > 0 &&
      ['community_user', 'team_member'].includes(author.kind) &&
      (ownThread || author.id !== record.authorId),
  );
}

/** All posts of the answer, including those that a dead attempt posted but did not record. */
async function ownPosts(
  deps: DiscordDeps,
  { record, location }: { readonly record: ReplyRecord; readonly location: PostedLocation },
): Promise<readonly string[]> {
  const postedIds = record.postedMessageIds;
  const unposted = (record.post?.parts ?? []).filter((_, part) => postedIds[part] === undefined);
  if (unposted.length === 0) return postedIds;
  const posts = await unlessGone(unclaimedPosts(deps, { ...location, afterMessageId: record.messageId }));
  const unknown = [...posts];
  return [...postedIds, ...unposted.flatMap((text) => takeByText(unknown, text)?.messageId ?? [])];
}

/** A deleted thread has no messages. */
async function unlessGone<Item>(listed: Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await listed;
  } catch (error) {
    if (!failedWith(error, 'chat_unknown_channel')) throw error;
    return [];
  }
}
