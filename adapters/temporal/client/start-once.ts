import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import type { SignalDefinition, Workflow } from '@temporalio/common';
import type { StartedRun } from '../../../domain/ports/runs.ts';
import type { Start } from '../../../workflows/contract/starts.ts';
import { callServer } from './call-server.ts';

/** Starts a run; null if its id cannot be used again. */
export function startNew(client: Client, { workflowType, ...options }: Start): Promise<StartedRun | null> {
  const { workflowId } = options;
  const work = async () => {
    try {
      const handle = await client.workflow.start(workflowType, options);
      return { workflowId, runId: handle.firstExecutionRunId };
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
      throw error;
    }
  };
  return callServer(client, work);
}

/** Starts a run. If its id cannot be used again, returns the run that has it, open or ended. */
export async function startOnce(client: Client, start: Start): Promise<StartedRun> {
  const { workflowId } = start;
  const work = async () => (await client.workflow.getHandle(workflowId).describe()).runId;
  return (await startNew(client, start)) ?? { workflowId, runId: await callServer(client, work) };
}

/** Signals the open run of an id, or starts one with the signal, so that no signal is lost between two runs. */
export async function signalWithStart<Args extends unknown[]>(
  client: Client,
  { workflowType, ...options }: Start,
  signal: SignalDefinition<Args>,
  args: Args,
): Promise<StartedRun> {
  const handle = await client.workflow.signalWithStart<Workflow, unknown[]>(workflowType, {
    ...options,
    signal: signal.name,
    signalArgs: args,
  });
  return { workflowId: handle.workflowId, runId: handle.signaledRunId };
}
