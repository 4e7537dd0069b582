import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { callServer, unlessGone, type OfSteward } from '../client/call-server.ts';

/** Quotes a value for a visibility query. */
export const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** The open runs of one Steward. */
export const openRunsQuery = (taskQueue: string): string =>
  `TaskQueue = ${quoted(taskQueue)} AND ExecutionStatus = 'Running'`;

/** The server's limit. A command that lists 10,000 runs has ten seconds for all pages together. */
const maxPageSize = 1_000;

/** The runs that a visibility query finds, newest first; all by default. The list lags behind; `describeRun` does not. */
export function listRuns({
  client,
  query,
  limit = Number.POSITIVE_INFINITY,
}: {
  readonly client: Client;
  readonly query: string;
  readonly limit?: number;
}): Promise<readonly WorkflowExecutionInfo[]> {
  const work = async () => {
    const runs: WorkflowExecutionInfo[] = [];
    for await (const run of client.workflow.list({ query, pageSize: Math.min(limit, maxPageSize) })) {
      runs.push(run);
      if (runs.length === limit) break;
    }
    return runs.toSorted((a, b) => b.startTime.getTime() - a.startTime.getTime());
  };
  return callServer({ client, work });
}

const mostRuns = 10_000;
const rounds = 3;

/**
 * Terminates the open runs of a Steward. The list lags behind, so it is read several times; runs that start meanwhile may stay open.
 */
export async function terminateRuns({ client, taskQueue }: OfSteward): Promise<void> {
  const terminated = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await sleep(100);
    for (const { workflowId, runId } of await listRuns({
      client,
      query: openRunsQuery(taskQueue),
      limit: mostRuns,
    })) {
      if (terminated.has(runId)) continue;
      const run = client.workflow.getHandle(workflowId, runId);
      await callServer({ client, work: () => unlessGone(run.terminate('ended by Steward')) });
      terminated.add(runId);
    }
    if (terminated.size === 0) break;
  }
}
