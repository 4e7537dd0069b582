import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { findDeployment } from '../../adapters/temporal/deployment/deployment.ts';
import { signalWithStart } from '../../adapters/temporal/runs/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { messageArrived, type BatchResult } from '../../workflows/contract/protocol.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { cleanUp } from './clean-up.ts';
import { runWorkers, type RunningWorkers } from './run-workers.ts';
import { testClient, uniqueId, uniqueTaskQueue } from './temporal.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Another version of the workflows, in a folder of its own that goes with the test. Returns its module. */
export async function editedWorkflows(...edits: readonly Edit[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-version-'));
  cleanUp(() => rm(dir, { recursive: true, force: true }));
  for (const part of ['workflows', 'domain'])
    await cp(join(checkout, part), join(dir, part), { recursive: true });
  await symlink(join(checkout, 'node_modules'), join(dir, 'node_modules'));
  for (const { file, find, replace } of edits) {
    const text = await readFile(join(dir, file), 'utf8');
    if (!text.includes(find)) throw new Error(`${file} has no ${find}`);
    await writeFile(join(dir, file), text.replace(find, replace));
  }
  return join(dir, 'workflows/index.ts');
}

/** A patch at the beginning of every window. Nothing else changes. */
export const markedWindows: readonly Edit[] = [
  { file: 'workflows/intake/batch.ts', find: 'import {\n', replace: 'import {\n  patched,\n' },
  {
    file: 'workflows/intake/batch.ts',
    find: "  requireInput(input, ['authorId']);\n",
    replace: "  requireInput(input, ['authorId']);\n  patched('marked-windows');\n",
  },
];

/** Windows on queues of their own, and workers of several versions that gather nothing. */
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
    /** Resolves with the run's id when a worker has begun it. */
    open: async (): Promise<string> => {
      const waits = {
        waitMilliseconds,
        maxWaitMilliseconds: 300_000,
        directWaitMilliseconds: waitMilliseconds,
      };
      const input = { guildId: '1', channelId: '2', locationId: '2', authorId: uniqueId(), ...waits };
      const start = startsOf(taskQueue).batch(input, { isDirect: false, link: '', messageId: uniqueId() });
      const { workflowId } = await signalWithStart(client, start, {
        signal: messageArrived,
        args: [uniqueId(), false],
      });
      const events = async () => (await client.workflow.getHandle(workflowId).describe()).historyLength;
      await expect.poll(events).toBeGreaterThan(4);
      return workflowId;
    },
    /** How many windows a run had, once it has ended. */
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
