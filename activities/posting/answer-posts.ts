import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { hoursBefore } from '../../domain/values/time.ts';
import type { DiscordDeps } from '../deps.ts';
import { answerButtons, type PostButton } from '../../domain/posting/post-buttons.ts';

/** Where the answer of a row is: in the channel if it was posted as a reply, otherwise in a thread. */
export interface PostedLocation {
  readonly channelId: string;
  readonly threadId: string | null;
  readonly ownThread: boolean;
}

export function postedLocation(record: ReplyRecord, { location }: Snapshot): PostedLocation {
  const { channelId, thread } = location;
  if (thread) return { channelId, threadId: thread.id, ownThread: false };
  if (record.post?.style !== 'thread') return { channelId, threadId: null, ownThread: false };
  // A thread that was opened but not recorded has the id of the message that it started from.
  return { channelId, threadId: record.postedThreadId ?? record.messageId, ownThread: true };
}

/** Steward's posts after a question that belong to no other question's answer. */
export async function unclaimedPosts(
  { chat, records }: DiscordDeps,
  {
    channelId,
    threadId,
    afterMessageId,
  }: Omit<PostedLocation, 'ownThread'> & { readonly afterMessageId: string },
): Promise<{ readonly messageId: string; readonly text: string }[]> {
  const ownPosts = await chat.ownMessagesAfter({ channelId, threadId, afterMessageId });
  const claimed = await Promise.all(ownPosts.map(({ messageId }) => records.replyRecordOfPost(messageId)));
  return ownPosts.filter((_, at) => claimed[at] === null);
}

/** An id that is older than whatever was posted for a row: long after the question, if the row corrects an old answer. */
export const beforePostsOf = ({ messageId, rechecked, createdAt }: ReplyRecord): string =>
  rechecked ? snowflakeAt(hoursBefore(new Date(createdAt), 1)) : messageId;

/** Removes and returns the first post with a part's text. A platform may trim white space. */
export function takeByText(
  posts: { readonly messageId: string; readonly text: string }[],
  text: string,
): { readonly messageId: string } | null {
  const at = posts.findIndex((post) => post.text.trim() === text.trim());
  return at >= 0 ? (posts.splice(at, 1)[0] ?? null) : null;
}

/** The buttons below the last part of an answer, if the config wants them. */
export function buttonsOf(
  { config, channelFor, texts }: Pick<DiscordDeps, 'config' | 'channelFor' | 'texts'>,
  record: Pick<ReplyRecord, 'messageId' | 'reason' | 'channelId'>,
): readonly PostButton[] {
  const hasHelpers = channelFor(record.channelId)?.helper_role_id != null;
  return config.discord.feedback_buttons ? answerButtons({ record, texts: texts.desk, hasHelpers }) : [];
}
