import {
  ApplicationFailure,
  condition,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import {
  decideDraft,
  type DraftDecision,
  type QuestionInput,
  type ReviewResult,
} from '../contract/protocol.ts';
import { searchAttributes } from '../contract/names.ts';
import { timingsOf } from '../contract/timings.ts';
import { closingSteps, conversationSteps, failureCode, requireInput } from '../steps.ts';

/**
 * An answer that a channel holds back: shown to the team, then posted, dropped, or expired when nobody decides in time.
 * Whether people have answered meanwhile is looked up once more before it is posted.
 */
export async function reviewWorkflow(input: QuestionInput): Promise<ReviewResult> {
  requireInput(input, ['messageId']);
  const { messageId } = input;
  const timings = timingsOf(input);
  const { showDraft, settleDraft, closeDraft, postReply } = conversationSteps(timings);
  const { closeReply } = closingSteps(timings);
  let said: DraftDecision | null = null;
  let isOver = false;
  setHandler(
    decideDraft,
    (decision: DraftDecision): void => {
      said = decision;
    },
    {
      // What is typed into the Temporal UI may be anything.
      validator: (given: DraftDecision | undefined): void => {
        if (typeof given?.accept !== 'boolean') throw new Error('Say {"accept": true} or {"accept": false}');
        if (isOver || said !== null)
          throw ApplicationFailure.nonRetryable('This draft is settled already', 'draft_settled');
      },
    },
  );
  setCurrentDetails('Showing the draft to the team');
  const { expiresInMilliseconds } = await showDraft({ messageId });
  setCurrentDetails('Waiting for the team: accept, edit or drop');
  await condition(() => said !== null, Math.min(expiresInMilliseconds, timings.longestReview));
  isOver = true;
  const outcome = outcomeOf(said);
  await settleDraft({ messageId, outcome });
  // A draft that was not accepted has its row settled: the step posts nothing.
  const { status, reason } = await postReply({ messageId }).catch((error: unknown) =>
    closeReply({ snapshotId: messageId, reason: `post_${failureCode(error)}` }),
  );
  await closeDraft({ messageId, outcome });
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: outcome }]);
  setCurrentDetails(`${outcome}: ${status}, ${reason}`);
  return { messageId, status, reason, outcome };
}

const outcomeOf = (said: DraftDecision | null): ReviewResult['outcome'] =>
  said === null ? 'expired' : said.accept ? 'accepted' : 'dropped';
