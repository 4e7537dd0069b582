import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { DiscordDeps } from '../deps.ts';
import { askersLanguage } from '../reply/askers-language.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { checkStillWanted } from './look-again.ts';
import { postForCause } from './post-for-cause.ts';

const waitingCause = (messageId: string): string => `waiting/${messageId}`;

/**
 * Tells a member who asked directly, after a long wait, that Steward cannot answer now. An answer that still arrives
 * replaces this post. Runs at least once, and posts once.
 */
export async function sayCannotLookUp(
  deps: DiscordDeps,
  { messageId }: { readonly messageId: string },
): Promise<void> {
  const { chat, records, log } = deps;
  const snapshot = await requireSnapshot(deps, messageId);
  const text = deps.textsFor(askersLanguage(deps, snapshot)).cannot_look_up;
  const token = await records.responseToken(messageId);
  if (token !== null) return chat.respond({ token, parts: [text] });
  const { late, last } = await checkStillWanted(deps, snapshot);
  if (late || !last) return;
  const { channelId, thread } = snapshot.location;
  const { isNew } = await postForCause(deps, {
    cause: waitingCause(messageId),
    target: { channelId, threadId: thread?.id ?? null, replyToMessageId: thread ? null : last.id },
    text,
    nonce: `${messageId}.w`,
    afterMessageId: messageId,
  });
  if (isNew) log.info({ message_id: messageId }, 'long_wait_told');
}

/** The post that tells the member about the wait, or null. Only direct questions have one. */
export const longWaitPost = (
  { records }: Pick<DiscordDeps, 'records'>,
  { id, askedDirectly }: Snapshot,
): Promise<string | null> => (askedDirectly ? records.postFor(waitingCause(id)) : Promise.resolve(null));
