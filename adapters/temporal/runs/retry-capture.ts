import { randomUUID } from 'node:crypto';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { PortError } from '../../../domain/ports/errors.ts';
import type { StartedRun } from '../../../domain/ports/runs.ts';
import { callServer } from '../client/call-server.ts';
import { unknownRun } from './show-run.ts';

interface CaptureToRetry {
  readonly client: Client;
  readonly workflowId: string;
}

/**
 * Resets a capture that did not end well to its first workflow task, so that every step runs again; a Reset to the last
 * one would replay the recorded failure. Throws a final `PortError` when there is nothing to retry.
 */
export const retryCapture = (capture: CaptureToRetry): Promise<StartedRun> =>
  callServer({ client: capture.client, work: () => reset(capture) });

async function reset({ client, workflowId }: CaptureToRetry): Promise<StartedRun> {
  const { runId, status } = await client.workflow
    .getHandle(workflowId)
    .describe()
    .catch((error: unknown) => {
      throw error instanceof WorkflowNotFoundError ? unknownRun(workflowId) : error;
    });
  if (status.name === 'RUNNING' || status.name === 'COMPLETED') {
    const state = status.name === 'RUNNING' ? 'is running' : 'ended well';
    throw nothingToRetry(`${workflowId} ${state}: there is nothing to retry.`);
  }
  const workflowExecution = { workflowId, runId };
  const { namespace } = client.options;
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution: workflowExecution,
    maximumPageSize: 100,
  });
  const first = history?.events?.find(({ workflowTaskCompletedEventAttributes: done }) => done);
  if (!first?.eventId) {
    throw nothingToRetry(`${workflowId} ended before it began: start it again with the id of its raw entry.`);
  }
  const answer = await client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution,
    workflowTaskFinishEventId: first.eventId,
    reason: 'steward captures retry',
    requestId: randomUUID(),
  });
  return { workflowId, runId: answer.runId };
}

const nothingToRetry = (message: string) =>
  new PortError({ kind: 'final', code: 'nothing_to_retry', message });
