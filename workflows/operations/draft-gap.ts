import { setCurrentDetails } from '@temporalio/workflow';
import type { DraftGapInput } from '../contract/operations.ts';
import { timingsOf } from '../contract/timings.ts';
import { discordSteps, requireInput, storeSteps } from '../steps.ts';

/** Publishes a draft that fills a gap, once: as an issue if the config names a repository, then in the team's channel. */
export async function draftGapWorkflow(input: DraftGapInput): Promise<{ readonly issue: boolean }> {
  requireInput(input, ['gapId']);
  const { gapId } = input;
  const timings = timingsOf(input);
  const { url } = await storeSteps(timings).openGapIssue({ gapId });
  await discordSteps(timings).postGapDraft({ gapId, issueUrl: url });
  setCurrentDetails(url === null ? 'posted' : 'posted, and an issue opened');
  return { issue: url !== null };
}
