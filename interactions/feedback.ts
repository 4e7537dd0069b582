import type { Records } from '../domain/ports/records.ts';
import { answersBehind, type AnswerVote } from '../domain/reply/recall.ts';
import type { ReplyRecord } from '../domain/reply/reply-record.ts';
import { maskCredentials } from '../domain/intake/mask-credentials.ts';
import { helperShare } from '../domain/reply/member-shares.ts';
import { hoursBefore } from '../domain/values/time.ts';
import type { Handlers } from './handler.ts';

/** Buttons and marks of answers. */
export const answerHandlers: Handlers<'vote' | 'solved' | 'ask_human' | 'remove'> = {
  vote: async ({ records, texts }, { actor, ...request }) => {
    const { target: messageId, helpful, reason } = request;
    const record = await records.replyRecord(messageId);
    if (!record) return { text: texts.gone };
    await saveVote(records, record, { userId: actor.id, helpful, byTeam: actor.isTeam, reason });
    return { text: texts.thanks };
  },

  /** On an answer it is a vote. On a question it only counts from the asker, and closes it whoever answered. */
  solved: async ({ records }, { postedMessageId, actor }) => {
    // A question may consist of several messages.
    const [routing] = await records.routingOf([postedMessageId]);
    const ownRecord = routing?.state === 'handed_over' ? await records.replyRecord(routing.snapshotId) : null;
    const record =
      ownRecord?.authorId === actor.id ? ownRecord : await records.replyRecordOfPost(postedMessageId);
    if (record) await saveVote(records, record, { userId: actor.id, helpful: true, byTeam: actor.isTeam });
    return null;
  },

  /** Anyone may ask for a person about a question that is open and recent; the role is called once for it. */
  ask_human: async ({ records, runs, texts, config, now }, { target: messageId, actor }) => {
    const record = await records.replyRecord(messageId);
    if (!record) return { text: texts.gone };
    const isOld = new Date(record.createdAt) < hoursBefore(now(), config.discord.reply_max_age_hours);
    if (isOld || (await isSolved(records, record))) return { text: texts.call_settled };
    const share = helperShare(record, { userId: actor.id, now: now(), limits: config.budget });
    if (!(await records.takeShare(share))) return { text: texts.too_often };
    await runs.startHelp({ messageId, guildId: record.guildId });
    return { text: texts.human_called };
  },

  remove: async ({ records, runs, texts }, { target: messageId, actor }) => {
    const record = await records.replyRecord(messageId);
    if (!record) return { text: texts.gone };
    if (record.authorId !== actor.id && !actor.moderates) return { text: texts.not_allowed };
    await runs.startRemoval({ messageId, guildId: record.guildId });
    return { text: texts.removed, isDone: true };
  },
};

/** Whether the asker or the team found the answer helpful. */
const isSolved = async (
  records: Pick<Records, 'votesOn'>,
  { messageId, authorId }: ReplyRecord,
): Promise<boolean> =>
  (await records.votesOn([messageId])).some(
    ({ helpful, byTeam, userId }) => helpful && (byTeam || userId === authorId),
  );

/**
 * Saves a vote on an answer. If the answer repeats an earlier one, the vote also counts for that, unless it is the
 * asker's own. A negative vote of the team removes both from recall.
 */
export async function saveVote(
  records: Pick<Records, 'replyRecord' | 'vote' | 'dropFromRecall'>,
  record: ReplyRecord,
  vote: Omit<AnswerVote, 'messageId'>,
): Promise<void> {
  const isAsker = vote.userId === record.authorId && !vote.byTeam;
  for (const messageId of answersBehind(record)) {
    const isRepeated = messageId !== record.messageId;
    if (isRepeated && (isAsker || !(await records.replyRecord(messageId)))) continue;
    const reason = vote.reason ? maskCredentials(vote.reason) : null;
    await records.vote({ ...vote, reason, messageId });
    if (vote.byTeam && !vote.helpful) await records.dropFromRecall(messageId);
  }
}
