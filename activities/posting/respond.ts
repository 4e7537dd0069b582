import { privateButtons } from '../../domain/posting/answer-buttons.ts';
import { endStatus } from '../../domain/reply/interaction-status.ts';
import type { ConversationDeps } from '../deps.ts';
import type { PostResult } from './post-reply.ts';

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
