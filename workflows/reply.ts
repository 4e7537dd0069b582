import {
  CancellationScope,
  isCancellation,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { ReplyDecision } from '../activities/reply/generate-reply.ts';
import type { ReplyInput, ReplyResult } from './contract.ts';
import { searchAttributes } from './search-attributes.ts';
import { closingSteps, conversationSteps, failureCode, replySteps, timingsOf } from './steps.ts';

/**
 * One question: decide on an answer, then post it. A failure never shows more than one fixed sentence, and always
 * leaves a row that says why there was no reply.
 */
export async function replyWorkflow(input: ReplyInput): Promise<ReplyResult> {
  const { snapshotId, deliver = 'post' } = input;
  const timings = timingsOf(input);
  const { generateReply } = replySteps(timings);
  const { closeInteraction } = closingSteps(timings);
  const { postReply } = conversationSteps(timings);
  try {
    setCurrentDetails('Deciding on an answer');
    let decision = await generateReply({ snapshotId, deliver }).catch(
      (error: unknown): Promise<ReplyDecision> =>
        closeInteraction({ snapshotId, reason: failureCode(error) }),
    );
    if (decision.post) {
      setCurrentDetails(`Posting: ${decision.reason}`);
      decision = await postReply({ messageId: snapshotId }).then(
        (posted) => ({ ...posted, post: false }),
        (error: unknown) => closeInteraction({ snapshotId, reason: `post_${failureCode(error)}` }),
      );
    }
    return end(snapshotId, decision);
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => closeInteraction({ snapshotId, reason: 'cancelled' }));
    }
    throw error;
  }
}

function end(messageId: string, { status, reason }: ReplyDecision): ReplyResult {
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: status }]);
  setCurrentDetails(`${status}: ${reason}`);
  return { messageId, status, reason };
}
