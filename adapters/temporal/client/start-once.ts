import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import type { SignalDefinition, Workflow } from '@temporalio/common';
import type { StartedRun } from '../../../domain/ports/runs.ts';
import type { Start } from '../../../workflows/contract/start.ts';
import { callServer } from './call-server.ts';

/**
 * Starts a run. If its id cannot be used again, returns the run that has it, open or ended, or throws a
 * `WorkflowExecutionAlreadyStartedError` if the conflict policy is `FAIL`.
 */
export function startOnce(client: Client, { workflowType, ...options }: Start): Promise<StartedRun> {
  const { workflowId, workflowIdConflictPolicy } = options;
  const work = async () => {
    try {
      const handle = await client.workflow.start(workflowType, options);
      return { workflowId, runId: handle.firstExecutionRunId };
    } catch (error) {
      const isStarted = error instanceof WorkflowExecutionAlreadyStartedError;
      if (!isStarted || workflowIdConflictPolicy === 'FAIL') throw error;
      const { runId } = await client.workflow.getHandle(workflowId).describe();
      return { workflowId, runId };
    }
  };
  return callServer({ client, work });
}

/** Signals the open run of an id, or starts one with the signal, so that no signal is lost between two runs. */
export async function signalWithStart<Args extends unknown[]>(
  client: Client,
  { workflowType, ...options }: Start,
  { signal, args }: { readonly signal: SignalDefinition<Args>; readonly args: Args },
): Promise<StartedRun> {
  const handle = await client.workflow.signalWithStart<Workflow, unknown[]>(workflowType, {
    ...options,
    signal: signal.name,
    signalArgs: args,
  });
  return { workflowId: handle.workflowId, runId: handle.signaledRunId };
}
