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

/** On an answer it is a vote like the button's. On a question it is its asker's alone, and closes it, whoever had the answer. */
export const solved: InteractionHandler<'solved'> = async ({ records }, { postedMessageId, actor }) => {
  // A question may be several messages.
  const [routing] = await records.routingOf([postedMessageId]);
  const own = routing?.state === 'handed_over' ? await records.replyRecord(routing.snapshotId) : null;
  const record = own?.authorId === actor.id ? own : await records.replyRecordOfPost(postedMessageId);
  if (record) await saveVote(records, record, { userId: actor.id, helpful: true, byTeam: actor.isTeam });
  return null;
};

const mostInThread = 100;

/** It closes what its owner asked in the thread: a tag is of the thread, and not of what others asked there. */
export const threadSolved: InteractionHandler<'thread_solved'> = async ({ records }, { threadId, actor }) => {
  const asked = await records.repliesInThread(threadId, mostInThread);
  for (const record of asked.filter(({ authorId }) => authorId === actor.id))
    await saveVote(records, record, { userId: actor.id, helpful: true, byTeam: false });
  return null;
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
  return { text: texts.removed, isDone: true };
};
