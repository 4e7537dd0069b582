import { setCurrentDetails } from '@temporalio/workflow';
import type { NoticesResult } from '../contract/operations.ts';
import { timingsOf, type Timed } from '../contract/timings.ts';
import { discordSteps } from '../steps.ts';

/** Tells the team about new problems. Runs on a schedule and needs no input. */
export async function noticesWorkflow(input: Timed = {}): Promise<NoticesResult> {
  const result = await discordSteps(timingsOf(input)).tellTeam();
  setCurrentDetails(result.told.join(', ') || 'nothing new');
  return result;
}
