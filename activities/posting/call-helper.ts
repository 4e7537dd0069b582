import { helperShare } from '../../domain/reply/member-shares.ts';
import { fillText } from '../../domain/values/text.ts';
import type { DiscordDeps } from '../deps.ts';
import { postForCause, quotedQuestion } from './post-for-cause.ts';

export interface HelpResult {
  readonly called: boolean;
  readonly reason: 'called' | 'called_before' | 'called_too_often' | 'no_helper_role' | 'unknown_question';
  /** The post that calls. */
  readonly postId?: string;
}

/**
 * Calls the channel's helper role, once per question, within the asker's and the channel's share, and names the question. No other text of
 * Steward's pings a role. `above` is said in the same post.
 */
export async function callHelper(
  deps: DiscordDeps,
  { messageId, above }: { readonly messageId: string; readonly above?: string },
): Promise<HelpResult> {
  const record = await deps.records.replyRecord(messageId);
  if (!record) return { called: false, reason: 'unknown_question' };
  const role = deps.channelFor(record.channelId)?.helper_role_id ?? null;
  if (role === null) return { called: false, reason: 'no_helper_role' };
  // "Ask a human" has taken the share already, for the member who pressed it.
  const by = { userId: record.authorId, now: deps.now(), limits: deps.config.budget };
  if (!(await deps.records.takeShare(helperShare(record, by))))
    return { called: false, reason: 'called_too_often' };
  const threadId = record.postedThreadId ?? record.threadId;
  const link = (await deps.records.snapshot(messageId))?.batch.at(-1)?.link;
  const call = fillText(deps.texts.desk.human_needed, { role: deps.chat.roleMention(role) });
  const question = `${quotedQuestion(record.question)}${link ? ` <${link}>` : ''}`;
  const { isNew, messageId: postId } = await postForCause(deps, {
    cause: `help/${messageId}`,
    target: {
      channelId: record.channelId,
      threadId,
      replyToMessageId: threadId === null ? messageId : null,
    },
    text: `${above ? `${above}\n\n` : ''}${call}\n${question}`,
    nonce: `${messageId}.help`,
    afterMessageId: messageId,
    pingRoleId: role,
  });
  if (isNew) deps.log.info({ message_id: messageId, channel_id: record.channelId }, 'helper_called');
  return { called: true, reason: isNew ? 'called' : 'called_before', postId };
}
