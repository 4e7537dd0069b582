import type { InteractionHandler } from './handler.ts';
import { saveVote } from './save-vote.ts';

/** Buttons below an answer. */

export const vote: InteractionHandler<'vote'> = async ({ records, texts }, { actor, ...request }) => {
  const { messageId, helpful, reason } = request;
  const record = await records.replyRecord(messageId);
  if (!record) return { text: texts.gone };
  await saveVote(records, record, { userId: actor.id, helpful, byTeam: actor.isTeam });
  if (reason !== null) await records.saveVoteReason({ messageId, userId: actor.id, reason });
  return { text: texts.thanks };
};

/** Anyone who reads an answer may ask for a person; the role is called once. */
export const askHuman: InteractionHandler<'ask_human'> = async ({ records, runs, texts }, { messageId }) => {
  const record = await records.replyRecord(messageId);
  if (!record) return { text: texts.gone };
  await runs.startHelp({ messageId, guildId: record.guildId });
  return { text: texts.human_called };
};

export const removeAnswer: InteractionHandler<'remove'> = async (
  { records, runs, texts },
  { messageId, actor },
) => {
  const record = await records.replyRecord(messageId);
  if (!record) return { text: texts.gone };
  if (record.authorId !== actor.id && !actor.moderates) return { text: texts.not_allowed };
  await runs.startRemoval({ messageId, guildId: record.guildId });
  return { text: texts.removed };
};
