import { ApplicationFailure, condition, setHandler } from '@temporalio/workflow';
import type { TeamDecision, decideDraft } from './contract/reply.ts';

/**
 * Lets a run take one yes or no of the team, by an update: what comes back waits for it so long, and gives null when none came. A
 * later one is rejected.
 */
export function openDecision(update: typeof decideDraft): (milliseconds: number) => Promise<boolean | null> {
  const state: { said: boolean | null; isOver: boolean } = { said: null, isOver: false };
  const take = ({ accept }: TeamDecision): void => {
    state.said = accept;
  };
  // What is typed into the Temporal UI may be anything.
  const validator = (given: TeamDecision | undefined): void => {
    if (typeof given?.accept !== 'boolean') throw new Error('Say {"accept": true} or {"accept": false}');
    if (state.isOver || state.said !== null)
      throw ApplicationFailure.nonRetryable('This is settled already', 'draft_settled');
  };
  setHandler(update, take, { validator });
  return async (milliseconds) => {
    await condition(() => state.said !== null, milliseconds);
    state.isOver = true;
    return state.said;
  };
}
