import { setTimeout as sleep } from 'node:timers/promises';
import { callServer, unlessGone, type OfSteward } from '../client/call-server.ts';
import { listRuns, openRunsQuery } from './list-runs.ts';

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
