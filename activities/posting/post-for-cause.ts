import type { PostExtras, PostTarget } from '../../domain/ports/chat.ts';
import type { DiscordDeps } from '../deps.ts';

/**
 * Posts something once for a cause. Runs at least once: what an earlier attempt posted is found by its cause, by the
 * platform's nonce, and by reading back what is there.
 */
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
    /** A post that begins like this is the one, whatever follows. By default only the same text is. */
    readonly begins?: string;
    readonly nonce: string;
    /** It cannot stand before this message. */
    readonly afterMessageId: string;
  },
): Promise<{ readonly messageId: string; readonly isNew: boolean }> {
  const known = await records.postFor(cause);
  if (known !== null) return { messageId: known, isNew: false };
  const { channelId, threadId } = target;
  const own = await chat.ownMessagesAfter({ channelId, threadId, afterMessageId });
  const same = own.filter((message) =>
    begins === undefined ? message.text.trim() === text.trim() : message.text.startsWith(begins),
  );
  const causes = await Promise.all(same.map(({ messageId }) => records.causeOf(messageId)));
  const found = same.find((_, at) => causes[at] === null);
  const { messageId } = found ?? (await chat.post({ ...target, ...extras, text, nonce }));
  await records.rememberPostFor(cause, messageId);
  return { messageId, isNew: true };
}
