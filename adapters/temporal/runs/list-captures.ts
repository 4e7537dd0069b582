import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { waitingOutcome } from '../../../workflows/contract/protocol.ts';
import { searchAttributes } from '../../../workflows/contract/names.ts';
import { callServer } from '../client/call-server.ts';
import { listRuns, quoted } from './list-runs.ts';

/**
 * `failed`: an operator is needed. `waiting`: for an operator's yes or no to its removals. `running` includes waiting for a
 * retry.
 */
export type CaptureStatus = 'failed' | 'waiting' | 'running' | 'ended';

export interface CaptureRow {
  readonly workflowId: string;
  readonly runId: string;
  readonly status: CaptureStatus;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly closedAt: string | null;
  /** Null until the run has ended well or waits. */
  readonly outcome: string | null;
  readonly topic: string | null;
}

const mostRows = 500;
const allStatuses = ['failed', 'waiting', 'running', 'ended'] as const;

const statusesOf: Readonly<Record<CaptureStatus, readonly string[]>> = {
  failed: ['Failed', 'TimedOut'],
  waiting: ['Running'],
  running: ['Running'],
  ended: ['Completed', 'Canceled', 'Terminated'],
};

/**
 * The captures of one Steward: failed ones first, then those that wait for a yes or no, running ones and ended ones, each
 * newest first, at most 500 of each. A failed run that was tried again counts as what its newest run is.
 */
export async function listCaptures(request: {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
  /** All of them by default. */
  readonly statuses?: readonly CaptureStatus[];
}): Promise<readonly CaptureRow[]> {
  const { client, taskQueue, statuses = allStatuses } = request;
  const rows: CaptureRow[] = [];
  for (const status of allStatuses) {
    if (!statuses.includes(status)) continue;
    const names = statusesOf[status].map(quoted).join(', ');
    const query =
      `WorkflowType = 'captureWorkflow' AND TaskQueue = ${quoted(taskQueue)} ` +
      `AND ExecutionStatus IN (${names})${status === 'waiting' ? ` AND Outcome = ${quoted(waitingOutcome)}` : ''}`;
    const found = await listRuns({ client, query, limit: mostRows });
    const current = status === 'failed' ? await onlyNewestRuns(client, found) : found;
    const described = current.map((info) => describe(info, status));
    const waitsElsewhere = (row: CaptureRow) => status === 'running' && row.outcome === waitingOutcome;
    rows.push(...described.filter((row) => !waitsElsewhere(row)));
  }
  return rows;
}

/** A Reset leaves the failed run as it is and starts another under the same id. */
async function onlyNewestRuns(client: Client, found: readonly WorkflowExecutionInfo[]) {
  const newest: WorkflowExecutionInfo[] = [];
  for (const info of found) {
    const work = () => client.workflow.getHandle(info.workflowId).describe();
    if ((await callServer({ client, work })).runId === info.runId) newest.push(info);
  }
  return newest;
}

const describe = (info: WorkflowExecutionInfo, status: CaptureStatus): CaptureRow => ({
  workflowId: info.workflowId,
  runId: info.runId,
  status,
  startedAt: info.startTime.toISOString(),
  closedAt: info.closeTime?.toISOString() ?? null,
  outcome: info.typedSearchAttributes.get(searchAttributes.outcome) ?? null,
  topic: info.typedSearchAttributes.get(searchAttributes.topic) ?? null,
});
