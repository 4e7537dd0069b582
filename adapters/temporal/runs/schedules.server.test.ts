import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClient, uniqueTaskQueue } from '../../../test/support/temporal.ts';
import { ensureSchedules, scheduleIds } from './schedules.ts';
import { terminateRuns } from './inspect-runs.ts';

let taskQueue: string;

beforeEach(() => {
  taskQueue = uniqueTaskQueue();
});

afterEach(async () => {
  const client = await testClient();
  for (const id of Object.values(scheduleIds(taskQueue))) await client.schedule.getHandle(id).delete();
  await terminateRuns({ client, taskQueue });
});

const ensure = async (refreshSeconds: number, tellsTeam = true) =>
  ensureSchedules({ client: await testClient(), taskQueue, refreshSeconds, tellsTeam });

const described = async (name: 'refresh' | 'regenerate' | 'notices') =>
  (await testClient()).schedule.getHandle(scheduleIds(taskQueue)[name]).describe();

test('the refresh runs at its interval and never twice at once', async () => {
  await ensure(3600);
  expect(await described('refresh')).toMatchObject({
    spec: { intervals: [{ every: 3_600_000 }] },
    policies: { overlap: 'SKIP' },
    action: { workflowType: 'refreshWorkflow', taskQueue },
    state: { paused: false },
  });
});

test('regeneration is paused and starts on Trigger', async () => {
  await ensure(3600);
  expect((await described('regenerate')).state.paused).toBe(true);
  const client = await testClient();
  await client.schedule.getHandle(scheduleIds(taskQueue).regenerate).trigger();
  await expect.poll(async () => (await described('regenerate')).info.recentActions.length).toBe(1);
});

test('a second time follows the config', async () => {
  await ensure(3600);
  await ensure(60);
  expect((await described('refresh')).spec.intervals).toMatchObject([{ every: 60_000 }]);
});

test('an interval of 0 leaves only the Trigger', async () => {
  await ensure(3600);
  await ensure(0);
  expect((await described('refresh')).info.nextActionTimes).toEqual([]);
});

test('notices have times only where the team has a channel', async () => {
  await ensure(3600);
  expect((await described('notices')).spec.intervals).toMatchObject([{ every: 900_000 }]);
  await ensure(3600, false);
  expect((await described('notices')).info.nextActionTimes).toEqual([]);
});

test('a refresh that an operator paused stays paused', async () => {
  await ensure(3600);
  await (await testClient()).schedule.getHandle(scheduleIds(taskQueue).refresh).pause('at night');
  await ensure(60);
  expect((await described('refresh')).state).toMatchObject({ paused: true, note: 'at night' });
});
