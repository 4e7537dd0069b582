import type { Interaction } from '../domain/reply/interaction.ts';
import type { Records } from '../domain/ports/records.ts';
import type { AnswerVote } from '../domain/reply/recall.ts';
import { answersBehind } from '../domain/reply/recall.ts';

/**
 * Keeps what someone thinks of an answer. One that repeats an earlier answer is that answer: what is said of it counts for
 * the first one too, unless who asked says it. The team's no takes both out of recall.
 */
export async function keepVote(
  records: Pick<Records, 'interaction' | 'vote' | 'dropFromRecall'>,
  row: Interaction,
  vote: Omit<AnswerVote, 'messageId'>,
): Promise<void> {
  const asked = vote.userId === row.authorId && !vote.byTeam;
  for (const messageId of answersBehind(row)) {
    const isRepeated = messageId !== row.messageId;
    if (isRepeated && (asked || !(await records.interaction(messageId)))) continue;
    await records.vote({ ...vote, messageId });
    if (vote.byTeam && !vote.helpful) await records.dropFromRecall(messageId);
  }
}
