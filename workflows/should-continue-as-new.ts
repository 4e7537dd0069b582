import { CancellationScope, CancelledFailure, workflowInfo } from '@temporalio/workflow';

/**
 * Whether the run has done enough to continue as new, or Temporal suggests it. Throws in a cancelled run: the cancellation may
 * have arrived with the last step, and the next run would not know of it.
 */
export function shouldContinueAsNew(done: number, most: number): boolean {
  if (done < most && !workflowInfo().continueAsNewSuggested) return false;
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('Cancelled');
  return true;
}
