import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { callServer } from '../client/call-server.ts';
import { listRuns, quoted } from './list-runs.ts';

const mostRuns = 10_000;
const rounds = 3;

interface OfSteward {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
}

/** The open runs of one Steward. */
export const openRunsQuery = (taskQueue: string): string =>
  `TaskQueue = ${quoted(taskQueue)} AND ExecutionStatus = 'Running'`;

/**
 * Terminates open runs, all those of a Steward by default. Returns how many there were. The list lags a little behind, so
 * it is asked again; runs that begin meanwhile may stay.
 */
export async function terminateRuns({
  client,
  taskQueue,
  query = openRunsQuery(taskQueue),
}: OfSteward & { readonly query?: string }): Promise<number> {
  const terminated = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await sleep(100);
    for (const { workflowId, runId } of await listRuns({ client, query, limit: mostRuns })) {
      if (terminated.has(runId)) continue;
      await callServer({ client, work: () => terminate({ client, workflowId, runId }) });
      terminated.add(runId);
    }
    if (terminated.size === 0) break;
  }
  return terminated.size;
}

async function terminate(run: {
  readonly client: Client;
  readonly workflowId: string;
  readonly runId: string;
}): Promise<void> {
  try {
    await run.client.workflow.getHandle(run.workflowId, run.runId).terminate('ended by Steward');
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
