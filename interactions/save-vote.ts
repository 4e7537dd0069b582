import type { ReplyRecord } from '../domain/reply/reply-record.ts';
import type { Records } from '../domain/ports/records.ts';
import { answersBehind, type AnswerVote } from '../domain/reply/recall.ts';

/**
 * Keeps what someone thinks of an answer. One that repeats an earlier answer is that answer: votes on it count for
 * the first one too, unless who asked says it. The team's no takes both out of recall.
 */
export async function saveVote(
  records: Pick<Records, 'replyRecord' | 'vote' | 'dropFromRecall'>,
  record: ReplyRecord,
  vote: Omit<AnswerVote, 'messageId'>,
): Promise<void> {
  const asked = vote.userId === record.authorId && !vote.byTeam;
  for (const messageId of answersBehind(record)) {
    const isRepeated = messageId !== record.messageId;
    if (isRepeated && (asked || !(await records.replyRecord(messageId)))) continue;
    await records.vote({ ...vote, messageId });
    if (vote.byTeam && !vote.helpful) await records.dropFromRecall(messageId);
  }
}
