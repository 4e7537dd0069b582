import type { HelpResult } from '../../activities/posting/call-helper.ts';
import type { HelpInput } from '../contract/reply.ts';
import { conversationSteps, timingsOf } from '../steps.ts';

/** A member asked for a person: calls the channel's helper role, once for each question. */
export async function helpWorkflow(input: HelpInput): Promise<HelpResult> {
  return conversationSteps(timingsOf(input)).callHelper({ messageId: input.messageId });
}
