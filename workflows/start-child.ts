import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  ParentClosePolicy,
  startChild,
  workflowInfo,
  type ChildWorkflowHandle,
  type Workflow,
} from '@temporalio/workflow';
import type { Start } from './contract/start.ts';
import { startsOf } from './contract/starts.ts';

/** The table of starts for the Steward that a run belongs to. */
export const startsOfRun = () => startsOf(baseOfRun());

/** The run's own task queue. A replay has one of the SDK's, `fake_replay_queue-1`, which no Steward can have: then the id tells. */
function baseOfRun(): string {
  const { taskQueue, workflowId } = workflowInfo();
  return taskQueue.includes('_') ? (workflowId.split('/')[0] ?? '') : taskQueue;
}

/** What a run that has a guild passes on to those that it starts. */
export const guildOfRun = (): string | undefined => workflowInfo().priority?.fairnessKey;

/** Starts a run that outlives this one. Null: it was started before. */
export async function startChildOnce({
  workflowType,
  ...options
}: Start): Promise<ChildWorkflowHandle<Workflow> | null> {
  try {
    return await startChild(workflowType, { ...options, parentClosePolicy: ParentClosePolicy.ABANDON });
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  }
}
