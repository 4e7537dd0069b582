import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { callServer } from '../client/call-server.ts';

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
