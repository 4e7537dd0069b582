import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { fixtureWorkflows, runWorkers } from '../../../test/support/run-workers.ts';
import { testClient, uniqueId, uniqueTaskQueue } from '../../../test/support/temporal.ts';
import type { FixtureActivities } from '../../../test/support/temporal-fixtures/activities.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import { startOnce } from '../client/start-once.ts';
import { waitForResult } from '../runs/wait-for-result.ts';

let taskQueue: string;

beforeEach(() => {
  taskQueue = uniqueTaskQueue();
});

async function start() {
  const client = await testClient();
  return {
    client,
    ...(await startOnce(client, startsOf(taskQueue).captureEntry({ qaId: `qa_${uniqueId()}` }))),
  };
}

const work = (step: FixtureActivities['step'], more: Partial<Parameters<typeof runWorkers>[0]> = {}) =>
  runWorkers({
    taskQueue,
    workflowsPath: fixtureWorkflows,
    roles: ['library'],
    activities: { library: { step } },
    ...more,
  });

// Heartbeats that were held back would take most of the heartbeat's timeout.
test('a cancel soon reaches a step that heartbeats', async () => {
  const begun = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<number>();
  await work(async () => {
    const context = Context.current();
    const beat = setInterval(() => context.heartbeat(), 100);
    begun.resolve();
    try {
      return await context.cancelled;
    } finally {
      clearInterval(beat);
      cancelled.resolve(performance.now());
    }
  });
  const { client, workflowId } = await start();
  await begun.promise;
  // The first beat is always sent at once; a later one is what is held back.
  await sleep(500);
  const askedAt = performance.now();
  await client.workflow.getHandle(workflowId).cancel();
  expect((await cancelled.promise) - askedAt).toBeLessThan(5_000);
});

test('an interceptor sees every step', async () => {
  const seen: string[] = [];
  await work(async () => 'done', {
    activityInterceptors: [
      ({ info }) => ({
        inbound: {
          execute: (input, next) => {
            seen.push(info.activityType);
            return next(input);
          },
        },
      }),
    ],
  });
  await waitForResult(await start());
  expect(seen).toEqual(['step']);
});

test('what a person wrote does not reach the log when a step fails over it', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  await work(async () => JSON.parse('my secret words') as string, { log });
  await expect(waitForResult(await start())).rejects.toMatchObject({ code: 'run_failed' });
  await expect.poll(() => lines.join('')).toContain('"activityType":"step"');
  expect(lines.join('')).not.toContain('secret');
});

test('a worker that stops lets a short step end', async () => {
  const begun = Promise.withResolvers<void>();
  const workers = await work(async () => {
    begun.resolve();
    await sleep(200);
    return 'done';
  });
  const { client, workflowId } = await start();
  await begun.promise;
  await workers.stop();
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  expect(events?.some(({ activityTaskCompletedEventAttributes: done }) => done)).toBe(true);
});
