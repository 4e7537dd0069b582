import { setTimeout as sleep } from 'node:timers/promises';
import { baseOfTrial, trialBase } from '../../../workflows/contract/names.ts';
import { callServer, unlessGone, type OfSteward } from '../client/call-server.ts';
import { listRuns, openRunsQuery, quoted } from './list-runs.ts';

const mostRuns = 10_000;
const rounds = 3;

/**
 * Terminates open runs, by default all those of a Steward, and returns how many there were. The list lags behind, so it is read
 * several times; runs that start meanwhile may stay open.
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
      const run = client.workflow.getHandle(workflowId, runId);
      await callServer({ client, work: () => unlessGone(run.terminate('ended by Steward')) });
      terminated.add(runId);
    }
    if (terminated.size === 0) break;
  }
  return terminated.size;
}

/** A worker's poll takes at most a minute, and a command polls soon after it has started a run. */
const usualSilence = 120_000;

/**
 * Ends the runs that a command with its own queues left open when it was killed, and returns how many there were. No worker will
 * continue them, and one of them may hold the lease that a refresh or a regeneration needs.
 */
export async function endAbandonedTrials({
  client,
  taskQueue,
  silentMilliseconds = usualSilence,
}: OfSteward & {
  /** How long no worker must have polled. */
  readonly silentMilliseconds?: number;
}): Promise<number> {
  const since = Date.now() - silentMilliseconds;
  const base = baseOfTrial(taskQueue);
  const query =
    `TaskQueue STARTS_WITH ${quoted(trialBase(base, ''))} AND ExecutionStatus = 'Running' ` +
    `AND StartTime < ${quoted(new Date(since).toISOString())}`;
  const taskQueues = (await listRuns({ client, query })).map((run) => run.taskQueue);
  // Another Steward's name may begin in the same way.
  const queues = new Set(taskQueues.filter((queue) => baseOfTrial(queue) === base));
  let ended = 0;
  for (const queue of queues)
    if (!(await isPolled({ client, taskQueue: queue }, since)))
      ended += await terminateRuns({ client, taskQueue: queue });
  return ended;
}

async function isPolled({ client, taskQueue: name }: OfSteward, since: number): Promise<boolean> {
  const { namespace } = client.options;
  const work = () =>
    client.workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType: 1 });
  const { pollers } = await callServer({ client, work });
  return (pollers ?? []).some(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000 > since);
}
