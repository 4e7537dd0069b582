import { setCurrentDetails } from '@temporalio/workflow';
import type { DraftGapInput } from '../contract/operations.ts';
import { timingsOf } from '../contract/timings.ts';
import { discordSteps, requireInput, storeSteps } from '../steps.ts';

/** A draft of what fills a gap: an issue, where the config names a repository, then a post in the team's channel. Each once. */
export async function draftGapWorkflow(input: DraftGapInput): Promise<{ readonly issue: boolean }> {
  requireInput(input, ['gapId']);
  const { gapId } = input;
  const timings = timingsOf(input);
  const { url } = await storeSteps(timings).openGapIssue({ gapId });
  await discordSteps(timings).postGapDraft({ gapId, issueUrl: url });
  setCurrentDetails(url === null ? 'posted' : 'posted, and an issue opened');
  return { issue: url !== null };
}
