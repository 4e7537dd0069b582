import { ApplicationFailure, setCurrentDetails, sleep, upsertSearchAttributes } from '@temporalio/workflow';
import type { ReviseReplyInput, ReviseReplyResult } from '../contract/reply.ts';
import { searchAttributes } from '../search-attributes.ts';
import { conversationSteps, replySteps, timingsOf } from '../steps.ts';

/** As long as an answer may wait before it is posted, and be posted. */
const looks = 120;
const longestPause = 60_000;

/**
 * A question that was answered was edited: its answer is made again and put in the place of the first one. What fails
 * here leaves the first answer as it is.
 */
export async function reviseReplyWorkflow(input: ReviseReplyInput): Promise<ReviseReplyResult> {
  const { messageId, editedAt } = input;
  const timings = timingsOf(input);
  const { regatherQuestion, reviseReply } = conversationSteps(timings);
  const { generateReply } = replySteps(timings);
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await sleep(Math.min(timings.firstRetry * 2 ** (look - 1), longestPause));
    const found = await regatherQuestion({ messageId, editedAt });
    if (found.state === 'open') continue;
    if (found.state === 'nothing_to_revise') return end(messageId, found.reason);
    const { questionId, revisionId } = found;
    setCurrentDetails('Making the answer again');
    await generateReply({ snapshotId: revisionId });
    return end(messageId, await reviseReply({ questionId, revisionId }));
  }
  throw ApplicationFailure.nonRetryable(
    'The reply has not ended, so there is nothing to revise',
    'still_open',
  );
}

function end(messageId: string, outcome: string): ReviseReplyResult {
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: outcome }]);
  setCurrentDetails(outcome);
  return { messageId, outcome };
}
