import { setCurrentDetails } from '@temporalio/workflow';
import type { NoticesInput, NoticesResult } from '../contract/notices.ts';
import { conversationSteps, timingsOf } from '../steps.ts';

/** Looks for trouble that the team has to hear of. Runs by a schedule, and needs no input. */
export async function noticesWorkflow(input: NoticesInput = {}): Promise<NoticesResult> {
  const result = await conversationSteps(timingsOf(input)).tellTeam();
  setCurrentDetails(result.told.join(', ') || 'nothing new');
  return result;
}
