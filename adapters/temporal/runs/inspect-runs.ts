import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { baseOfTrial, queues } from '../../../workflows/contract/names.ts';
import { callServer, type OfSteward } from '../client/call-server.ts';
import { listRuns, openRunsQuery, quoted } from './list-runs.ts';

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
  const asked = { namespace, taskQueue: { name }, taskQueueType, reportStats: true };
  const work = () => client.workflowService.describeTaskQueue(asked);
  const { pollers, stats } = await callServer({ client, work });
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
  listRuns({ client, query: `${openRunsQuery(taskQueue)} AND TemporalReportedProblems IS NOT NULL` });

/** When the last successful refresh ended; null when there was none. */
export async function lastRefreshAt({ client, taskQueue }: OfSteward): Promise<Date | null> {
  const ended = `TaskQueue = ${quoted(taskQueue)} AND ExecutionStatus = 'Completed'`;
  const query = `${ended} AND WorkflowType = 'refreshWorkflow'`;
  const [last] = await listRuns({ client, query, limit: 1 });
  return last?.closeTime ?? null;
}
