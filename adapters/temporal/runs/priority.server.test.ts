import { Context } from '@temporalio/activity';
import { Worker } from '@temporalio/worker';
import { expect, onTestFinished, test } from 'vitest';
import { fixtureWorkflows, runWorkers } from '../../../test/support/run-workers.ts';
import { testClient, testConnection, uniqueId, uniqueTaskQueue } from '../../../test/support/temporal.ts';
import type { FixtureActivities } from '../../../test/support/temporal-fixtures/activities.ts';
import { queues } from '../../../workflows/contract/names.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import { connectWorker } from '../client/connect.ts';
import { startOnce } from './start-once.ts';

test('of those that wait for one slot, a direct reply goes before captures, and a regeneration comes last', async () => {
  const taskQueue = uniqueTaskQueue();
  const client = await testClient();
  const starts = startsOf(taskQueue);
  const routedTo = (route: 'reply' | 'capture') => ({
    snapshotId: uniqueId(),
    route,
    guildId: '1',
    channelId: '2',
    conversationId: '3',
    messageIds: [],
    askedDirectly: true,
    link: '',
  });
  // Without a worker for them, the steps wait on the server.
  await runWorkers({ taskQueue, workflowsPath: fixtureWorkflows, roles: [], activities: {} });
  const waiting = [
    starts.regenerate(),
    starts.capture({ routed: routedTo('capture') }),
    starts.capture({ routed: routedTo('capture') }),
    starts.reply({ routed: routedTo('reply') }),
  ];
  for (const start of waiting) {
    const { workflowId } = await startOnce(client, start);
    const steps = async () =>
      (await client.workflow.getHandle(workflowId).describe()).raw.pendingActivities?.length;
    await expect.poll(steps, { timeout: 60_000 }).toBe(1);
  }

  const order: string[] = [];
  const step: FixtureActivities['step'] = async () => {
    order.push(Context.current().info.workflowType ?? '');
    return 'done';
  };
  const connection = await connectWorker(testConnection());
  const worker = await Worker.create({
    connection,
    taskQueue: queues(taskQueue).library,
    activities: { step },
    maxConcurrentActivityTaskExecutions: 1,
  });
  const running = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await running;
    await connection.close();
  });
  await expect.poll(() => order.length, { timeout: 60_000 }).toBe(waiting.length);
  expect(order).toEqual(['replyWorkflow', 'captureWorkflow', 'captureWorkflow', 'regenerateWorkflow']);
});
