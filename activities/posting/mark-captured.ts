import { PortError } from '../../domain/ports/errors.ts';
import type { ConversationDeps } from '../deps.ts';

/** Sets a reaction on the team's captured messages. A missing permission to react does no harm. */
export async function markCaptured(
  { chat, records, config, log }: ConversationDeps,
  { snapshotId }: { readonly snapshotId: string },
): Promise<void> {
  const emoji = config.discord.captured_emoji;
  const snapshot = emoji === null ? null : await records.snapshot(snapshotId);
  const last = snapshot?.batch.findLast(
    ({ author, typedInForm }) => author.kind === 'team_member' && !typedInForm,
  );
  if (emoji === null || !last) return;
  const { channelId, thread } = last.location;
  try {
    await chat.react({ channelId, threadId: thread?.id ?? null, messageId: last.id, emoji });
  } catch (error) {
    if (!(error instanceof PortError) || error.kind === 'transient') throw error;
    log.warn({ message_id: last.id, code: error.code }, 'captured_not_marked');
  }
}
