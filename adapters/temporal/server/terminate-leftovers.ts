import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { callServer } from '../client/call-server.ts';
import { quoted } from '../runs/visibility-query.ts';

const mostRuns = 10_000;
const rounds = 3;

/**
 * Terminates the open runs of one Steward, so that a demo starts from nothing. Returns how many there were. The list
 * lags a little behind, so it is asked again; runs that begin meanwhile may stay.
 */
export async function terminateLeftovers(target: {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
}): Promise<number> {
  const { client, taskQueue } = target;
  const terminated = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await sleep(100);
    for (const { workflowId, runId } of await callServer({ client, work: () => openRuns(target) })) {
      if (terminated.has(runId)) continue;
      await callServer({ client, work: () => terminate({ client, workflowId, runId, taskQueue }) });
      terminated.add(runId);
    }
    if (terminated.size === 0) break;
  }
  return terminated.size;
}

async function openRuns({ client, taskQueue }: Parameters<typeof terminateLeftovers>[0]) {
  const query = `TaskQueue = ${quoted(taskQueue)} AND ExecutionStatus = 'Running'`;
  const found: { readonly workflowId: string; readonly runId: string }[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: 500 })) {
    found.push({ workflowId, runId });
    if (found.length === mostRuns) break;
  }
  return found;
}

async function terminate(run: {
  readonly client: Client;
  readonly workflowId: string;
  readonly runId: string;
  readonly taskQueue: string;
}): Promise<void> {
  try {
    await run.client.workflow.getHandle(run.workflowId, run.runId).terminate('left over from a former start');
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
