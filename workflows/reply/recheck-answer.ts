import {
  getExternalWorkflowHandle,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { searchAttributes } from '../contract/names.ts';
import { draftOutdated, type QuestionInput } from '../contract/reply.ts';
import { timingsOf } from '../contract/timings.ts';
import { guildOfRun, startChildOnce, startsOfRun } from '../run.ts';
import { discordSteps, failureCode, replySteps, requireInput } from '../steps.ts';

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
  const { outcome, outdated } = await replySteps(timings).recheckAnswer({ messageId, revisionId });
  for (const id of outdated) await closeReview(startsOfRun().review({ messageId: id }).workflowId);
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

/** A review that has ended meanwhile needs no end. */
async function closeReview(workflowId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(workflowId).signal(draftOutdated);
  } catch (error) {
    failureCode(error);
  }
}
