import { ApplicationFailure, condition, setHandler } from '@temporalio/workflow';
import type { TeamReview, decideDraft } from './contract/reply.ts';

/**
 * Lets a run accept one review of the team, by an update, and rejects later ones. The returned function waits for it, and
 * resolves with null when the time or the matter is over.
 */
export function openReview(
  update: typeof decideDraft,
): (milliseconds: number, isOver?: () => boolean) => Promise<boolean | null> {
  const state: { said: boolean | null; isOver: boolean } = { said: null, isOver: false };
  const take = ({ accept }: TeamReview): void => {
    state.said = accept;
  };
  // A person may type anything into the Temporal UI.
  const validator = (review: TeamReview | undefined): void => {
    if (typeof review?.accept !== 'boolean') throw new Error('Say {"accept": true} or {"accept": false}');
    if (state.isOver || state.said !== null)
      throw ApplicationFailure.nonRetryable('This is settled already', 'draft_settled');
  };
  setHandler(update, take, { validator });
  return async (milliseconds, isOver = () => false) => {
    await condition(() => state.said !== null || isOver(), milliseconds);
    state.isOver = true;
    return state.said;
  };
}
