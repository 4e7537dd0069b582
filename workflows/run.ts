import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  CancellationScope,
  CancelledFailure,
  ChildWorkflowCancellationType,
  ParentClosePolicy,
  startChild,
  workflowInfo,
  type ChildWorkflowHandle,
  type Workflow,
} from '@temporalio/workflow';
import { startsOf, type Start } from './contract/starts.ts';

/** The starts of the Steward that this run belongs to. */
export const startsOfRun = () => startsOf(baseOfRun());

/** The run's task queue. A replay has the SDK's `fake_replay_queue-1`, which no Steward can have, so the base comes from the id. */
function baseOfRun(): string {
  const { taskQueue, workflowId } = workflowInfo();
  return taskQueue.includes('_') ? (workflowId.split('/')[0] ?? '') : taskQueue;
}

/** The run's guild, which it passes on to the runs that it starts. */
export const guildOfRun = (): string | undefined => workflowInfo().priority?.fairnessKey;

/** Starts a run that outlives this one, however this one ends. Returns null if it was started before. */
export async function startChildOnce({
  workflowType,
  ...options
}: Start): Promise<ChildWorkflowHandle<Workflow> | null> {
  try {
    return await startChild(workflowType, {
      ...options,
      parentClosePolicy: ParentClosePolicy.ABANDON,
      cancellationType: ChildWorkflowCancellationType.ABANDON,
    });
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  }
}

/**
 * Whether the run has done enough to continue as new, or Temporal suggests it. Throws in a cancelled run: the cancellation may
 * have arrived with the last step, and the next run would not know of it.
 */
export function shouldContinueAsNew(done: number, most: number): boolean {
  if (done < most && !workflowInfo().continueAsNewSuggested) return false;
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('Cancelled');
  return true;
}
