import type { PostExtras, PostTarget } from '../../domain/ports/chat.ts';
import type { DiscordDeps } from '../deps.ts';

/** Posts once for a cause. Runs at least once: finds an earlier post by cause, by nonce, or by reading the channel. */
export async function postForCause(
  { chat, records }: Pick<DiscordDeps, 'chat' | 'records'>,
  {
    cause,
    target,
    text,
    begins,
    nonce,
    afterMessageId,
    ...extras
  }: PostExtras & {
    readonly cause: string;
    readonly target: PostTarget;
    readonly text: string;
    /** A post with this beginning counts as the same. By default the whole text has to be equal. */
    readonly begins?: string;
    readonly nonce: string;
    /** A message that is older than the post. */
    readonly afterMessageId: string;
  },
): Promise<{ readonly messageId: string; readonly isNew: boolean }> {
  const rememberedPost = await records.postFor(cause);
  if (rememberedPost !== null) return { messageId: rememberedPost, isNew: false };
  const { channelId, threadId } = target;
  const ownPosts = await chat.ownMessagesAfter({ channelId, threadId, afterMessageId });
  const same = ownPosts.filter((message) =>
    begins === undefined ? message.text.trim() === text.trim() : message.text.startsWith(begins),
  );
  const causes = await Promise.all(same.map(({ messageId }) => records.causeOf(messageId)));
  const unclaimedPost = same.find((_, at) => causes[at] === null);
  const { messageId } = unclaimedPost ?? (await chat.post({ ...target, ...extras, text, nonce }));
  await records.rememberPostFor(cause, messageId);
  return { messageId, isNew: true };
}
