import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findDeployment } from '../../../adapters/temporal/deployment/take-over.ts';
import { signalWithStart } from '../../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../../adapters/temporal/runs/wait-for-result.ts';
import { messageArrived, type BatchResult } from '../../../workflows/contract/intake.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import { cleanUp } from '../clean-up.ts';
import { makeRelease, type Edit } from './release.ts';
import { runWorkers, type RunningWorkers } from '../run-workers.ts';
import { testClient, uniqueId, uniqueTaskQueue } from '../temporal.ts';

/** Makes another version of the workflows in a temporary folder. Returns its module. */
export async function editedWorkflows(...edits: readonly Edit[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-version-'));
  cleanUp(() => rm(dir, { recursive: true, force: true }));
  await makeRelease({ dir, edits, parts: ['workflows', 'domain'] });
  return join(dir, 'workflows/index.ts');
}

/** Windows on their own queues, and workers of several versions whose windows gather nothing. */
export async function openWindows(waitMilliseconds: number) {
  const taskQueue = uniqueTaskQueue();
  const client = await testClient();
  const gatherContext = async () => ({ batches: [], ignored: 'greeting' });
  const nothing = { step: async () => {} };
  const activities = { discord: { gatherContext }, reply: nothing, library: nothing };
  return {
    client,
    taskQueue,
    work: (more: Partial<Parameters<typeof runWorkers>[0]> = {}): Promise<RunningWorkers> =>
      runWorkers({ taskQueue, activities, ...more }),
    /** Returns the run's id when a worker has begun it. */
    open: async (): Promise<string> => {
      const waits = {
        waitMilliseconds,
        maxWaitMilliseconds: 300_000,
        directWaitMilliseconds: waitMilliseconds,
      };
      const input = { guildId: '1', channelId: '2', locationId: '2', authorId: uniqueId(), ...waits };
      const start = startsOf(taskQueue).batch(input, { isDirect: false, link: '', messageId: uniqueId() });
      const { workflowId } = await signalWithStart(client, start, messageArrived, [uniqueId(), false]);
      const events = async () => (await client.workflow.getHandle(workflowId).describe()).historyLength;
      await expect.poll(events).toBeGreaterThan(4);
      return workflowId;
    },
    /** The number of windows of a run, after its end. */
    end: async (workflowId: string): Promise<number> =>
      (await waitForResult<BatchResult>({ client, workflowId })).windows.length,
    /** The version that did the last workflow task of a run. */
    versionOf: async (workflowId: string): Promise<string | null> => {
      const { raw } = await client.workflow.getHandle(workflowId).describe();
      return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? null;
    },
    current: async (): Promise<string | null> =>
      (await findDeployment({ client, taskQueue }))?.current ?? null,
  };
}
