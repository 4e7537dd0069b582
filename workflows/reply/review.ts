import { setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import { decideDraft, draftOutdated, type ReviewInput, type ReviewResult } from '../contract/reply.ts';
import { searchAttributes } from '../contract/names.ts';
import { timingsOf } from '../contract/timings.ts';
import { openReview } from '../open-review.ts';
import { closingSteps, discordSteps, failureCode, requireInput } from '../steps.ts';

/**
 * Shows the team an answer that its channel holds back, then posts it, drops it, or lets it expire. Checks again before posting
 * whether people have answered meanwhile. With `corrects`, the draft takes the place of an answer that was posted.
 */
export async function reviewWorkflow(input: ReviewInput): Promise<ReviewResult> {
  requireInput(input, ['messageId']);
  const { messageId, corrects } = input;
  const timings = timingsOf(input);
  const { showDraft, settleDraft, closeDraft, postReply, reviseReply } = discordSteps(timings);
  const { closeReply } = closingSteps(timings);
  const decided = openReview(decideDraft);
  let isOutdated = false;
  setHandler(draftOutdated, () => void (isOutdated = true));
  setCurrentDetails('Showing the draft to the team');
  const { expiresInMilliseconds } = await showDraft({ messageId });
  setCurrentDetails('Waiting for the team: accept, edit or drop');
  const milliseconds = Math.min(expiresInMilliseconds, timings.longestReview);
  const decision = await decided(milliseconds, () => isOutdated);
  const unsettled = isOutdated ? 'outdated' : 'expired';
  const outcome = decision === null ? unsettled : decision ? 'accepted' : 'dropped';
  await settleDraft({ messageId, outcome });
  // Posts nothing for a draft that was not accepted, because its record is settled.
  let isPlaced = true;
  const { status, reason } = await place().catch((error: unknown) =>
    closeReply({ snapshotId: messageId, reason: `post_${failureCode(error)}` }),
  );
  await closeDraft({ messageId, outcome: isPlaced ? outcome : 'outdated' });
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: outcome }]);
  setCurrentDetails(`${outcome}: ${status}, ${reason}`);
  return { messageId, status, reason, outcome };

  async function place(): Promise<Pick<ReviewResult, 'status' | 'reason'>> {
    if (corrects === undefined) return postReply({ messageId });
    const end = await reviseReply({ questionId: corrects, revisionId: messageId });
    isPlaced = outcome !== 'accepted' || end === 'revised';
    return { status: 'answered', reason: outcome === 'accepted' ? 'answered' : `review_${outcome}` };
  }
}
