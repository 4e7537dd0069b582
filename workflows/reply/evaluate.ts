import { setCurrentDetails } from '@temporalio/workflow';
import type { QuestionInput } from '../contract/reply.ts';
import { timingsOf } from '../contract/timings.ts';
import { replySteps, requireInput } from '../steps.ts';

/** Judges a posted answer, for the share of answers that the config samples. */
export async function evaluateWorkflow(input: QuestionInput): Promise<{ readonly score: number | null }> {
  requireInput(input, ['messageId']);
  const result = await replySteps(timingsOf(input)).evaluateReply({ messageId: input.messageId });
  setCurrentDetails(`score: ${result.score ?? 'none'}`);
  return result;
}
