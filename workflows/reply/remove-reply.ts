import { setCurrentDetails, sleep, upsertSearchAttributes } from '@temporalio/workflow';
import type { RemoveResult } from '../../activities/posting/remove-reply.ts';
import type { RemoveReplyInput } from '../contract/reply.ts';
import { searchAttributes } from '../search-attributes.ts';
import { conversationSteps, timingsOf } from '../steps.ts';

/** Longer than any reply takes that was asked to stop. */
const looks = 60;
const longestPause = 60_000;

/** Takes an answer back, once the reply that makes it has ended. */
export async function removeReplyWorkflow(input: RemoveReplyInput): Promise<RemoveResult> {
  const { messageId, because } = input;
  const timings = timingsOf(input);
  const { removeReply } = conversationSteps(timings);
  let result: RemoveResult = 'open';
  for (let look = 0; look < looks && result === 'open'; look += 1) {
    if (look > 0) await sleep(Math.min(timings.firstRetry * 2 ** (look - 1), longestPause));
    result = await removeReply({ messageId, because });
  }
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: result }]);
  setCurrentDetails(`${because}: ${result}`);
  return result;
}
