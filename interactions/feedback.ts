import { startHelp, startRemoval } from '../adapters/temporal/runs/start-desk-runs.ts';
import type { InteractionHandler } from './handler.ts';
import { saveVote } from './save-vote.ts';

/** Buttons below an answer. */

export const vote: InteractionHandler<'vote'> = async ({ storage, texts }, { actor, ...request }) => {
  const { records } = storage;
  const { messageId, helpful, reason } = request;
  const record = await records.replyRecord(messageId);
  if (!record) return { text: texts.gone };
  await saveVote(records, record, { userId: actor.id, helpful, byTeam: actor.isTeam });
  if (reason !== null) await records.saveVoteReason({ messageId, userId: actor.id, reason });
  return { text: texts.thanks };
};

/** Anyone who reads an answer may ask for a person; the role is called once. */
export const askHuman: InteractionHandler<'ask_human'> = async (deps, { messageId }) => {
  if (!(await deps.storage.records.replyRecord(messageId))) return { text: deps.texts.gone };
  await startHelp({ ...deps, messageId });
  return { text: deps.texts.human_called };
};

export const removeAnswer: InteractionHandler<'remove'> = async (deps, { messageId, actor }) => {
  const record = await deps.storage.records.replyRecord(messageId);
  if (!record) return { text: deps.texts.gone };
  if (record.authorId !== actor.id && !actor.moderates) return { text: deps.texts.not_allowed };
  await startRemoval({ ...deps, messageId });
  return { text: deps.texts.removed };
};
