import { ApplicationFailure } from '@temporalio/common';
import { beforeEach, expect, test } from 'vitest';
import { fixtureWorkflows, runWorkers } from '../../../test/support/run-workers.ts';
import { testClient, uniqueId, uniqueTaskQueue } from '../../../test/support/temporal.ts';
import type { FixtureActivities } from '../../../test/support/temporal-fixtures/activities.ts';
import type { Storage } from '../../storage/open-storage.ts';
import { openIn, testFolder } from '../../../test/support/storage/test-store.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import { retryCapture } from './captures.ts';
import { createRuns, startRegenerate } from './runs.ts';
import { showRun } from '../../../test/support/show-run.ts';
import { terminateRuns } from './inspect-runs.ts';
import { startOnce } from '../client/start-once.ts';
import { waitForResult } from './wait-for-result.ts';

let taskQueue: string;
let storage: Storage;

beforeEach(async () => {
  taskQueue = uniqueTaskQueue();
  storage = await openIn(testFolder());
});

/** Workers for the fixture's capture. Its one step is polled where the real library steps are. */
const work = (step: FixtureActivities['step']) =>
  runWorkers({
    taskQueue,
    workflowsPath: fixtureWorkflows,
    roles: ['library'],
    activities: { library: { step } },
  });

const message = { channelId: '20', threadId: null, messageId: '30' };

async function start(name = uniqueId()) {
  return startOnce(await testClient(), startsOf(taskQueue).captureMessage({ message, name }));
}

/** A step that fails until it is told otherwise. */
function breakableStep() {
  const state = { broken: true, calls: 0 };
  const step = async () => {
    state.calls += 1;
    if (state.broken) throw ApplicationFailure.nonRetryable('the topic file is read-only');
    return 'done';
  };
  return { state, step };
}

async function failedCapture() {
  const client = await testClient();
  const { state, step } = breakableStep();
  await work(step);
  const run = await start();
  await expect(waitForResult({ client, ...run })).rejects.toThrow('the topic file is read-only');
  return { client, run, state };
}

test('the failure of a run is told in its own sentence', async () => {
  const { client, run } = await failedCapture();
  await expect(waitForResult({ client, ...run })).rejects.toMatchObject({
    name: 'PortError',
    code: 'run_failed',
    message: `${run.workflowId} has failed: the topic file is read-only`,
  });
});

test('a capture that ended well has nothing to retry', async () => {
  const client = await testClient();
  await work(async () => 'done');
  const run = await start();
  await waitForResult({ client, ...run });
  await expect(retryCapture({ client, taskQueue, storage, workflowId: run.workflowId })).rejects.toThrow(
    'there is nothing to retry',
  );
});

test('a capture that ended well is not started again', async () => {
  const client = await testClient();
  await work(async () => 'done');
  const name = uniqueId();
  const first = await start(name);
  await waitForResult({ client, ...first });
  expect(await start(name)).toEqual(first);
});

test('a failed run is shown with its failure and what it says about itself', async () => {
  const { client, run } = await failedCapture();
  expect(await showRun({ client, workflowId: run.workflowId })).toMatchObject({
    runId: run.runId,
    workflowType: 'captureWorkflow',
    status: 'FAILED',
    currentDetails: 'one step',
    failure: ['the topic file is read-only'],
    pendingSteps: [],
  });
});

test('a run whose step goes on is shown with that step', async () => {
  const client = await testClient();
  const { promise, resolve } = Promise.withResolvers<string>();
  await work(() => promise);
  const run = await start();
  await expect
    .poll(async () => (await showRun({ client, workflowId: run.workflowId })).pendingSteps)
    .toEqual([{ activity: 'step', attempt: 1, lastFailure: null, nextAttemptAt: null }]);
  resolve('done');
  await waitForResult({ client, ...run });
});

test('a second regeneration by hand is refused while one runs', async () => {
  const client = await testClient();
  await startRegenerate({ client, taskQueue });
  await expect(startRegenerate({ client, taskQueue })).rejects.toMatchObject({
    code: 'regeneration_running',
  });
});

test('a second refresh by hand joins the one that runs', async () => {
  const client = await testClient();
  const first = await startOnce(client, startsOf(taskQueue).refresh());
  expect(await startOnce(client, startsOf(taskQueue).refresh())).toEqual(first);
});

test('leftovers of this Steward are terminated, and those of another are not', async () => {
  const client = await testClient();
  const other = await startOnce(client, startsOf(uniqueTaskQueue()).refresh());
  const runs = createRuns({ client, taskQueue: 'steward' });
  const own = [
    await startOnce(client, startsOf(taskQueue).refresh()),
    await startRegenerate({ client, taskQueue }),
  ];
  // The list of runs lags behind, and may have only one of them at first.
  const areClosed = async () => {
    await terminateRuns({ client, taskQueue });
    return Promise.all(own.map((run) => runs.isClosed(run)));
  };
  await expect.poll(areClosed).toEqual([true, true]);
  expect(await runs.isClosed(other)).toBe(false);
});

test('what runs is known and open, what ended is known and closed, and the rest is unknown', async () => {
  const client = await testClient();
  const runs = createRuns({ client, taskQueue });
  const name = uniqueId();
  const run = await start(name);
  expect([await runs.captureState(name), await runs.isClosed(run)]).toEqual(['open', false]);
  await client.workflow.getHandle(run.workflowId).terminate();
  expect([await runs.captureState(name), await runs.isClosed(run)]).toEqual(['unfinished', true]);
  expect(await runs.captureState(`${name}-other`)).toBe('unknown');
});

test('workers without the steps of a queue they poll are refused', async () => {
  await expect(
    runWorkers({ taskQueue, workflowsPath: fixtureWorkflows, roles: ['reply'], activities: {} }),
  ).rejects.toThrow(`no activities for the queue ${taskQueue}-reply`);
});
