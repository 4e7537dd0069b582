import { setCurrentDetails } from '@temporalio/workflow';
import type { QuestionInput } from '../contract/reply.ts';
import { timingsOf } from '../contract/timings.ts';
import { replySteps, requireInput } from '../steps.ts';

/** Judges an answer that was posted, as often as the config samples answers. */
export async function evaluateWorkflow(input: QuestionInput): Promise<{ readonly score: number | null }> {
  requireInput(input, ['messageId']);
  const result = await replySteps(timingsOf(input)).evaluateReply({ messageId: input.messageId });
  setCurrentDetails(`score: ${result.score ?? 'none'}`);
  return result;
}
