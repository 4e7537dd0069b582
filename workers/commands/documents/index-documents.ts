import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { listRuns } from '../../../adapters/temporal/runs/list-runs.ts';
import { refreshAndWait } from '../../running/refresh-and-wait.ts';
import type { CommandOptions } from '../../cli/command-parts.ts';
import { withSteward } from '../../cli/with-steward.ts';

const longestWaitMilliseconds = 10 * 60_000;

/** Does a refresh in this process, with the captures that it starts, and ends with them. */
export async function indexDocuments(options: CommandOptions & { readonly json: boolean }): Promise<void> {
  await withSteward({ ...options, onOwnQueues: true }, async ({ config, steward, progress }) => {
    await steward.work(['library']);
    const taskQueue = config.temporal.task_queue;
    const result = await refreshAndWait({ client: steward.client, taskQueue, progress });
    if (result.capturesStarted > 0) await capturesEnded({ client: steward.client, taskQueue });
    if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  });
}

/** One that waits for a yes or a retry is left to the Steward that runs, which starts it anew. */
async function capturesEnded(target: { readonly client: Client; readonly taskQueue: string }): Promise<void> {
  const query =
    `WorkflowType = 'captureWorkflow' AND TaskQueue = '${target.taskQueue}' AND ExecutionStatus = 'Running' ` +
    'AND Outcome IS NULL';
  const giveUpAt = Date.now() + longestWaitMilliseconds;
  // The list lags a little behind.
  do await sleep(1_000);
  while (Date.now() < giveUpAt && (await listRuns({ client: target.client, query, limit: 1 })).length > 0);
}
