import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { searchAttributes } from '../contract/names.ts';
import type { QuestionInput } from '../contract/reply.ts';
import { timingsOf } from '../contract/timings.ts';
import { guildOfRun, startChildOnce, startsOfRun } from '../run.ts';
import { discordSteps, replySteps, requireInput } from '../steps.ts';

/**
 * Looks again at one posted answer after what it rests on has changed. If it does not hold, the post is edited, or the team is shown
 * the new answer beside the old one, by a review that outlives this run.
 */
export async function recheckAnswerWorkflow(input: QuestionInput): Promise<string> {
  requireInput(input, ['messageId']);
  const { messageId } = input;
  const timings = timingsOf(input);
  const revisionId = `${messageId}.${workflowInfo().startTime.getTime()}`;
  setCurrentDetails('Looking at the answer again');
  const { outcome } = await replySteps(timings).recheckAnswer({ messageId, revisionId });
  if (outcome === 'held')
    await startChildOnce(
      startsOfRun().review({
        messageId: revisionId,
        corrects: messageId,
        guildId: guildOfRun(),
        timings: input.timings,
      }),
    );
  const end =
    outcome === 'answered'
      ? await discordSteps(timings).reviseReply({ questionId: messageId, revisionId })
      : outcome;
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: end }]);
  setCurrentDetails(end);
  return end;
}
