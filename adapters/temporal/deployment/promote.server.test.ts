import { expect, test } from 'vitest';
import { patchingRelease, readingRelease } from '../../../test/support/processes/release.ts';
import { editedWorkflows, openWindows } from '../../../test/support/processes/versions.ts';
import type { OfSteward } from '../client/call-server.ts';
import { findDeployment, openRunsOf, type Deployment } from './deployment.ts';
import { promote, promotionTarget, rollbackTarget } from './promote.ts';
import { replayRuns } from './replay-runs.ts';
import { silentProgress } from '../../../domain/operations/progress.ts';
import type { RunningWorkers } from '../../../test/support/run-workers.ts';
import { uniqueId } from '../../../test/support/temporal.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import { startOnce } from '../client/start-once.ts';
import { waitForResult } from '../runs/wait-for-result.ts';

const progress = silentProgress;

/** As a person promotes it who looks now. */
async function promoteNow({
  client,
  taskQueue,
  ...rest
}: Omit<Parameters<typeof promote>[0], 'from' | 'progress'>) {
  const from = await deploymentOf({ client, taskQueue });
  await promote({ client, taskQueue, from, progress, ...rest });
}

async function deploymentOf(target: OfSteward): Promise<Deployment> {
  const found = await findDeployment(target);
  if (!found) throw new Error('There is no deployment.');
  return found;
}

test('a version is promoted once its worker runs, and rolled back only when every open run could continue', async () => {
  const { client, taskQueue, work, open, current, versionOf } = await openWindows(240_000);
  const target = { client, taskQueue };
  const first = await work({ deployment: 'rolling' });
  const old = await open();
  const second = await work({
    deployment: 'rolling',
    workflowsPath: await editedWorkflows(...patchingRelease),
  });
  const newest = async () => {
    const deployment = await findDeployment(target);
    return deployment && [promotionTarget(deployment)?.buildId, rollbackTarget(deployment)];
  };
  // The server lists a version some time after its worker's first poll.
  await expect.poll(newest).toEqual([second.buildId, null]);

  await promoteNow({ ...target, workflowBundle: second });
  expect(await current()).toBe(second.buildId);
  const marked = await open();
  expect(await versionOf(marked)).toBe(second.buildId);
  await expect.poll(() => openRunsOf({ ...target, buildId: second.buildId })).toEqual({ open: 1, pinned: 0 });

  const promoted = await findDeployment(target);
  expect(promoted && rollbackTarget(promoted)?.buildId).toBe(first.buildId);
  const { stopped } = await replayRuns({ ...target, workflowBundle: first, progress });
  expect(stopped).toEqual([
    { workflowId: marked, reason: expect.stringMatching(/^\[TMPRL1100\] .*marked/u) },
  ]);
  await expect(promoteNow({ ...target, workflowBundle: first })).rejects.toMatchObject({
    code: 'version_stops_runs',
    message: expect.stringContaining(`1 open run, so nothing was changed: ${marked} ([TMPRL1100]`),
  });
  expect(await current()).toBe(second.buildId);

  await client.workflow.getHandle(marked).terminate();
  await expect
    .poll(() => replayRuns({ ...target, workflowBundle: first, progress }))
    .toEqual({ runs: 1, stopped: [] });
  await promoteNow({ ...target, workflowBundle: first });
  expect(await current()).toBe(first.buildId);
  expect(await versionOf(old)).toBe(first.buildId);
});

test('a reply ends on the version that it began on, which is needed until then, and keeps no version from being current', async () => {
  const { client, taskQueue, work, current, versionOf } = await openWindows(1_000);
  const target = { client, taskQueue };
  const { promise: isDecided, resolve: decide } = Promise.withResolvers<void>();
  const generateReply = async () => {
    await isDecided;
    return { status: 'skipped', reason: 'not_a_question', post: false };
  };
  const nothing = { step: async () => {} };
  const activities = { reply: { generateReply }, discord: nothing, library: nothing };
  const reply = async () => {
    const routed = {
      snapshotId: uniqueId(),
      route: 'reply' as const,
      guildId: '1',
      channelId: '2',
      conversationId: '3',
      messageIds: [],
      askedDirectly: false,
      link: '',
    };
    const { workflowId } = await startOnce(client, startsOf(taskQueue).reply({ routed }));
    await expect.poll(() => versionOf(workflowId)).not.toBe(null);
    return workflowId;
  };
  const needed = async ({ buildId }: RunningWorkers) => (await openRunsOf({ ...target, buildId })).pinned;
  const makeCurrent = (workflowBundle: RunningWorkers) => promoteNow({ ...target, workflowBundle });

  const first = await work({ deployment: 'rolling', activities });
  const old = await reply();
  const workflowsPath = await editedWorkflows(...patchingRelease);
  const second = await work({ deployment: 'rolling', activities, workflowsPath });
  await makeCurrent(second);
  const marked = await reply();
  await expect.poll(() => Promise.all([first, second].map(needed))).toEqual([1, 1]);
  // The first version could not continue what the second has marked, and does not have to.
  await makeCurrent(first);
  expect(await current()).toBe(first.buildId);

  decide();
  for (const workflowId of [old, marked])
    expect(await waitForResult({ client, workflowId })).toMatchObject({ status: 'skipped' });
  expect(await Promise.all([old, marked].map(versionOf))).toEqual([first.buildId, second.buildId]);
  await expect.poll(() => Promise.all([first, second].map(needed))).toEqual([0, 0]);
});

test('of two people who promote two versions at once, one learns which version is current now', async () => {
  const { client, taskQueue, work, current } = await openWindows(1_000);
  const target = { client, taskQueue };
  await work({ deployment: 'rolling' });
  const [second, third] = [
    await work({ deployment: 'rolling', workflowsPath: await editedWorkflows(...patchingRelease) }),
    await work({ deployment: 'rolling', workflowsPath: await editedWorkflows(...readingRelease) }),
  ];
  const isListed = async () =>
    (await deploymentOf(target)).versions.filter(({ buildId }) =>
      [second.buildId, third.buildId].includes(buildId),
    ).length;
  await expect.poll(isListed).toBe(2);
  const from = await deploymentOf(target);
  await promote({ ...target, from, workflowBundle: second, progress });
  await expect(promote({ ...target, from, workflowBundle: third, progress })).rejects.toMatchObject({
    code: 'version_overtaken',
    message: expect.stringContaining(`version ${second.buildId} is current now`),
  });
  expect(await current()).toBe(second.buildId);
  await promote({ ...target, from, workflowBundle: second, progress });
  await promoteNow({ ...target, workflowBundle: third });
  expect(await current()).toBe(third.buildId);
});

test('a version is not promoted while a queue that needs a worker has nobody', async () => {
  const { client, taskQueue, work, current } = await openWindows(1_000);
  const first = await work({ deployment: 'rolling', roles: ['reply', 'library'] });
  const second = await work({
    roles: ['reply', 'library'],
    deployment: 'rolling',
    workflowsPath: await editedWorkflows(...patchingRelease),
  });
  await expect(
    promoteNow({ client, taskQueue, workflowBundle: second, patienceMilliseconds: 1_000 }),
  ).rejects.toMatchObject({
    code: 'version_not_polled',
    message: expect.stringContaining(`nobody works on ${taskQueue}-discord.`),
  });
  expect(await current()).toBe(first.buildId);
  // Without a Discord token, Discord's queue needs no worker.
  const isNeeded = (kind: string) => kind !== 'discord';
  await promoteNow({ client, taskQueue, workflowBundle: second, isNeeded });
  expect(await current()).toBe(second.buildId);
});
