import { Context } from '@temporalio/activity';
import { Worker } from '@temporalio/worker';
import { expect, onTestFinished, test } from 'vitest';
import { fixtureWorkflows, runWorkers } from '../../../test/support/run-workers.ts';
import { testClient, testConnection, uniqueId, uniqueTaskQueue } from '../../../test/support/temporal.ts';
import type { FixtureActivities } from '../../../test/support/temporal-fixtures/activities.ts';
import { queues } from '../../../workflows/contract/names.ts';
import { startsOf, type Start } from '../../../workflows/contract/starts.ts';
import { connectWorker } from '../client/connect.ts';
import { startOnce } from '../client/start-once.ts';

/** Runs of one step that wait on the server, in the order in which a worker with one slot gets to them. */
async function orderOf(startsIn: (starts: ReturnType<typeof startsOf>) => readonly Start[]) {
  const taskQueue = uniqueTaskQueue();
  const client = await testClient();
  const waiting = startsIn(startsOf(taskQueue));
  // Without a worker for them, the steps wait on the server.
  await runWorkers({ taskQueue, workflowsPath: fixtureWorkflows, roles: [], activities: {} });
  for (const start of waiting) {
    const { workflowId } = await startOnce(client, start);
    const steps = async () =>
      (await client.workflow.getHandle(workflowId).describe()).raw.pendingActivities?.length;
    await expect.poll(steps, { timeout: 60_000 }).toBe(1);
  }

  const order: Start[] = [];
  const step: FixtureActivities['step'] = async () => {
    const { workflowId } = Context.current().info.workflowExecution ?? {};
    order.push(...waiting.filter((start) => start.workflowId === workflowId));
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
  return order;
}

const routedTo = (route: 'reply' | 'capture', guildId = '1') => ({
  snapshotId: uniqueId(),
  route,
  guildId,
  channelId: '2',
  conversationId: '3',
  messageIds: [],
  askedDirectly: true,
  link: '',
});

test('of those that wait for one slot, a direct reply goes before captures, and a regeneration comes last', async () => {
  const order = await orderOf((starts) => [
    starts.regenerate(),
    starts.capture({ routed: routedTo('capture') }),
    starts.capture({ routed: routedTo('capture') }),
    starts.reply({ routed: routedTo('reply') }),
  ]);
  expect(order.map(({ workflowType }) => workflowType)).toEqual([
    'replyWorkflow',
    'captureWorkflow',
    'captureWorkflow',
    'regenerateWorkflow',
  ]);
});

test('a guild that asks twice takes its turns in between those of a guild that has asked before and asks much', async () => {
  const asked = [...Array.from({ length: 12 }, () => 'loud'), 'quiet', 'quiet'];
  const order = await orderOf((starts) =>
    asked.map((guildId) => starts.reply({ routed: routedTo('reply', guildId) })),
  );
  const turns = order.map(({ priority }) => priority.fairnessKey);
  expect(turns.lastIndexOf('quiet')).toBeLessThan(6);
});
