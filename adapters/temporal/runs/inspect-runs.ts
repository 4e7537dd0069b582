import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { baseOfTrial, queues } from '../../../workflows/contract/names.ts';
import { callServer, unlessGone, type OfSteward } from '../client/call-server.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** Quotes a value for a visibility query. */
export const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** The open runs of one Steward. */
export const openRunsQuery = (taskQueue: string): string =>
  `TaskQueue = ${quoted(taskQueue)} AND ExecutionStatus = 'Running'`;

/** The server's limit. A command that lists 10,000 runs has ten seconds for all pages together. */
const maxPageSize = 1_000;

/** The runs that a visibility query finds, newest first; all by default. The list lags behind; `describeRun` does not. */
export function listRuns(
  client: Client,
  query: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly WorkflowExecutionInfo[]> {
  const work = async () => {
    const runs: WorkflowExecutionInfo[] = [];
    for await (const run of client.workflow.list({ query, pageSize: Math.min(limit, maxPageSize) })) {
      runs.push(run);
      if (runs.length === limit) break;
    }
    return runs.toSorted((a, b) => b.startTime.getTime() - a.startTime.getTime());
  };
  return callServer(client, work);
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
    for (const { workflowId, runId } of await listRuns(client, openRunsQuery(taskQueue), mostRuns)) {
      if (terminated.has(runId)) continue;
      const run = client.workflow.getHandle(workflowId, runId);
      await callServer(client, () => unlessGone(run.terminate('ended by Steward')));
      terminated.add(runId);
    }
    if (terminated.size === 0) break;
  }
}

interface QueuePollers {
  readonly kind: QueueKind;
  readonly queue: string;
  /** Workers that have polled lately, by their role, host, process and Steward's version. */
  readonly workers: readonly string[];
  /** Approximate number of tasks that wait for a worker. */
  readonly backlog: number;
  /** How long the oldest task has waited. */
  readonly backlogSeconds: number;
}

export type QueueKind = keyof ReturnType<typeof queues>;

/** A poll takes at most a minute. */
const pollMilliseconds = 70_000;

/** Finds the workers that poll each task queue. */
export async function findPollers({ client, taskQueue }: OfSteward): Promise<readonly QueuePollers[]> {
  const queuePollers: QueuePollers[] = [];
  for (const [kind, queue] of Object.entries(queues(taskQueue)) as [QueueKind, string][]) {
    const { workers, stats } = await pollersOf(client, queue, kind === 'workflows' ? 1 : 2);
    queuePollers.push({
      kind,
      queue,
      workers,
      backlog: Number(stats?.approximateBacklogCount ?? 0),
      backlogSeconds: Number(stats?.approximateBacklogAge?.seconds ?? 0),
    });
  }
  return queuePollers;
}

/** `taskQueueType`: 1 for workflow tasks, 2 for activities. */
async function pollersOf(client: Client, name: string, taskQueueType: 1 | 2) {
  const { namespace } = client.options;
  const queueRequest = { namespace, taskQueue: { name }, taskQueueType, reportStats: true };
  const work = () => client.workflowService.describeTaskQueue(queueRequest);
  const { pollers, stats } = await callServer(client, work);
  const since = Date.now() - pollMilliseconds;
  const polling = (pollers ?? []).filter(
    ({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000 > since,
  );
  const workers = [...new Set(polling.map(({ identity }) => identity ?? 'unknown'))].toSorted();
  return { workers, stats };
}

/** Whether a command with its own queues started the open run and was killed: no worker will ever continue it. */
export async function isAbandoned(
  client: Client,
  { taskQueue, startTime }: Pick<WorkflowExecutionInfo, 'taskQueue' | 'startTime'>,
): Promise<boolean> {
  // A command polls soon after it has started a run.
  if (baseOfTrial(taskQueue) === taskQueue || Date.now() - startTime.getTime() < pollMilliseconds)
    return false;
  return (await pollersOf(client, taskQueue, 1)).workers.length === 0;
}

/** Open runs whose workflow task keeps failing, because this version of the workflows cannot continue them; newest first. */
export const stuckRuns = ({ client, taskQueue }: OfSteward): Promise<readonly WorkflowExecutionInfo[]> =>
  listRuns(client, `${openRunsQuery(taskQueue)} AND TemporalReportedProblems IS NOT NULL`);

/** When the last successful refresh ended; null when there was none. */
export async function lastRefreshAt({ client, taskQueue }: OfSteward): Promise<Date | null> {
  const ended = `TaskQueue = ${quoted(taskQueue)} AND ExecutionStatus = 'Completed'`;
  const query = `${ended} AND WorkflowType = 'refreshWorkflow'`;
  const [last] = await listRuns(client, query, 1);
  return last?.closeTime ?? null;
}
