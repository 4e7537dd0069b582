import { pino } from 'pino';
import { expect, test } from 'vitest';
import { patchingRelease } from '../../../test/support/processes/release.ts';
import { editedWorkflows, openWindows } from '../../../test/support/processes/versions.ts';
import { takeOverRuns } from './take-over.ts';

test('the worker that was started last has the current version, and open windows end on it', async () => {
  const { work, versionOf, open, end, current } = await openWindows(5_000);
  const first = await work({ deployment: 'restart' });
  expect(await current()).toBe(first.buildId);
  const workflowId = await open();
  await first.stop();
  const second = await work({
    deployment: 'restart',
    workflowsPath: await editedWorkflows(...patchingRelease),
  });
  expect(second.buildId).not.toBe(first.buildId);
  expect(await current()).toBe(second.buildId);
  expect(await end(workflowId)).toBe(1);
  expect(await versionOf(workflowId)).toBe(second.buildId);
});

test('a window that a worker without versions began ends on the first version', async () => {
  const { work, versionOf, open, end } = await openWindows(3_000);
  const unversioned = await work();
  const workflowId = await open();
  await unversioned.stop();
  const { buildId } = await work({ deployment: 'restart' });
  expect(await end(workflowId)).toBe(1);
  expect(await versionOf(workflowId)).toBe(buildId);
});

test('with `rolling`, a new version waits beside the one that is current', async () => {
  const { work, versionOf, open, end, current } = await openWindows(500);
  const first = await work({ deployment: 'rolling' });
  await work({ deployment: 'rolling', workflowsPath: await editedWorkflows(...patchingRelease) });
  expect(await current()).toBe(first.buildId);
  const workflowId = await open();
  expect(await end(workflowId)).toBe(1);
  expect(await versionOf(workflowId)).toBe(first.buildId);
});

test('of two versions that find none current at once with `rolling`, one becomes current and the other waits', async () => {
  const { work, current, client, taskQueue } = await openWindows(500);
  const first = await work({ deployment: 'rolling' });
  const second = await work({
    deployment: 'rolling',
    workflowsPath: await editedWorkflows(...patchingRelease),
  });
  const { namespace } = client.options;
  for (let round = 0; round < 3; round += 1) {
    // No version is current, as on a new server.
    await client.workflowService.setWorkerDeploymentCurrentVersion({
      namespace,
      deploymentName: taskQueue,
      buildId: '',
    });
    await expect.poll(current).toBe(null);
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const { signal } = new AbortController();
    const takeOver = ({ buildId }: { readonly buildId: string }) =>
      takeOverRuns({ client, taskQueue, buildId, mode: 'rolling', log, signal });
    await Promise.all([first, second].map(takeOver));
    const said = lines.map(
      (line) => JSON.parse(line) as { readonly event: string; readonly build_id: string },
    );
    expect(said.map(({ event }) => event).toSorted()).toEqual([
      'temporal.version_current',
      'temporal.version_waits',
    ]);
    expect(said.find(({ event }) => event === 'temporal.version_current')?.build_id).toBe(await current());
  }
});
