import type { HelpResult } from '../../activities/posting/call-helper.ts';
import type { QuestionInput } from '../contract/reply.ts';
import { timingsOf } from '../contract/timings.ts';
import { discordSteps, requireInput } from '../steps.ts';

/** Calls the channel's helper role when a member asks for a person, once for each question. */
export async function helpWorkflow(input: QuestionInput): Promise<HelpResult> {
  requireInput(input, ['messageId']);
  return discordSteps(timingsOf(input)).callHelper({ messageId: input.messageId });
}
