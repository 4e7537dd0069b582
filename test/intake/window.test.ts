import { createLiveConfig } from '../../workers/wiring/live-config.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { GatherInput } from '../../activities/intake/gather-context.ts';
import type { Chat } from '../../domain/ports/chat.ts';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { openSteward } from '../../workers/wiring/open-steward.ts';
import { workflowIds } from '../../workflows/contract/names.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { signalWithStart } from '../../adapters/temporal/client/start-once.ts';
import { runWorkers, silentLog } from '../support/run-workers.ts';
import { messageArrived, type BatchInput, type BatchResult } from '../../workflows/contract/intake.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward, quickTimings } from '../support/steward.ts';
import { testClient, testConnection, uniqueId, uniqueTaskQueue } from '../support/temporal.ts';

it('handles a message once, whatever is delivered twice, also after its window has ended', async () => {
  const model = await startScriptedModel(agreeable);
  const steward = await openTestSteward({ model });
  await steward.work(['all']);
  await steward.indexDocuments();
  const question = await steward.say({ by: 'anna', text: 'How do I set the port?' });
  await steward.intake.messageSeen(question);
  await steward.settle();
  const again = await steward.intake.messageSeen(question);
  const handle = steward.client.workflow.getHandle(again?.workflowId ?? '', again?.runId);
  expect((await handle.result()) as BatchResult).toMatchObject({ windows: [{ ignored: 'handled_before' }] });
  expect(model.callsOf('LLMGenerationResult')).toBe(1);
  expect(await steward.storage.records.replyRecordsWhere({ limit: 100 })).toHaveLength(1);
});

it('handles a message once, also when the base of the task queues has changed, and finds its runs by it', async () => {
  const model = await startScriptedModel(agreeable);
  const steward = await openTestSteward({ model });
  await steward.work(['all']);
  await steward.indexDocuments();
  const question = await steward.say({ by: 'anna', text: 'How do I set the port?' });
  await steward.settle();
  const ids = workflowIds(steward.config.temporal.task_queue);
  const { workflow } = steward.client;
  await expect
    .poll(async () => {
      const found: string[] = [];
      const query = `MessageId = '${question.id}'`;
      for await (const { workflowId } of workflow.list({ query })) found.push(workflowId);
      return found.toSorted();
    })
    .toEqual([expect.stringContaining('/batch/'), ids.reply(question.id)]);

  const config = {
    ...steward.config,
    temporal: { ...steward.config.temporal, task_queue: uniqueTaskQueue() },
  };
  const renamed = await openSteward({
    live: createLiveConfig(config),
    config,
    env: process.env,
    log: silentLog,
    temporal: testConnection(),
    chat: nobodyIsAsked,
  });
  onTestFinished(() => renamed.close());
  await renamed.work(['all']);
  const again = await renamed.intake.messageSeen(question);
  expect(again?.workflowId).toContain(`${config.temporal.task_queue}/batch/`);
  const handle = workflow.getHandle(again?.workflowId ?? '', again?.runId);
  expect((await handle.result()) as BatchResult).toMatchObject({ windows: [{ ignored: 'handled_before' }] });
  expect(model.callsOf('LLMGenerationResult')).toBe(1);
}, 120_000);

/** What is handled already leads to no request. */
const nobodyIsAsked = new Proxy({} as Chat, {
  get(_, name) {
    throw new Error(`the platform was asked for ${String(name)}`);
  },
});

it('goes on while the author types: "@steward" alone is answered with what follows it', async () => {
  const model = await startScriptedModel(agreeable);
  const settings = { discord: { message_batch_wait_seconds: 3, message_batch_max_wait_seconds: 60 } };
  const steward = await openTestSteward({ model, settings });
  await steward.work(['all']);
  await steward.indexDocuments();
  const { discord } = steward;
  // Nobody waits for who has written nothing.
  discord.type({ by: 'ben' });
  const first = await steward.say({ by: 'anna', text: '@steward' });
  discord.type({ by: 'anna' });
  await sleep(5_000);
  expect(steward.posts()).toEqual([]);
  const question = await steward.say({ by: 'anna', text: 'How do I set the port?' });
  await steward.settle();
  expect(steward.posts()).toHaveLength(1);
  expect((await steward.storage.records.snapshot(question.id))?.batch.map(({ id }) => id)).toEqual([
    first.id,
    question.id,
  ]);
});

it.each([
  ['the same run', {}, 2],
  ['a run that goes on as a new one', { windowsPerRun: 1 }, 1],
])('hands over what comes during a handover in the next window, in %s', async (_, timings, windows) => {
  const taskQueue = uniqueTaskQueue();
  const client = await testClient();
  const handed: (readonly string[])[] = [];
  const meanwhile = uniqueId();
  const gatherContext = async ({ messageIds }: { readonly messageIds: readonly string[] }) => {
    handed.push(messageIds);
    // The signal is in the history before this step ends.
    if (handed.length === 1) await client.workflow.getHandle(workflowId).signal(messageArrived, meanwhile);
    return { batches: [], ignored: 'greeting' };
  };
  const nothing = { step: async () => {} };
  await runWorkers({
    taskQueue,
    activities: { discord: { gatherContext }, reply: nothing, library: nothing },
  });
  const waits = { waitMilliseconds: 100, maxWaitMilliseconds: 1_000, directWaitMilliseconds: 100 };
  const place = { guildId: '1', channelId: '2', locationId: '2', authorId: uniqueId() };
  const first = uniqueId();
  const start = startsOf(taskQueue).batch(
    { ...place, ...waits, timings },
    { isDirect: false, link: '', messageId: first },
  );
  const { workflowId } = await signalWithStart(client, start, messageArrived, [first, false]);
  const result = await client.workflow
    .getHandle<(input: BatchInput) => Promise<BatchResult>>(workflowId)
    .result();
  expect(handed).toEqual([[first], [meanwhile]]);
  expect(result.windows).toHaveLength(windows);
});

it('a window knows which of its messages came late, also after it has gone on as a new run', async () => {
  const taskQueue = uniqueTaskQueue();
  const client = await testClient();
  const handed: unknown[] = [];
  const [early, late, now] = [
    snowflakeAt(new Date(Date.now() - 60_000)),
    snowflakeAt(new Date(Date.now() - 48_000)),
    snowflakeAt(new Date(Date.now() + 1_000)),
  ];
  const gatherContext = async ({ messageIds, lateIds }: GatherInput) => {
    handed.push({ messageIds, lateIds });
    const batch = client.workflow.getHandle(workflowId);
    if (handed.length === 1) for (const id of [late, now]) await batch.signal(messageArrived, id);
    return { batches: [], ignored: 'greeting' };
  };
  const nothing = { step: async () => {} };
  await runWorkers({
    taskQueue,
    activities: { discord: { gatherContext }, reply: nothing, library: nothing },
  });
  const waits = { waitMilliseconds: 100, maxWaitMilliseconds: 1_000, directWaitMilliseconds: 100 };
  const place = { guildId: '1', channelId: '2', locationId: '2', authorId: uniqueId() };
  const start = startsOf(taskQueue).batch(
    { ...place, ...waits, timings: { windowsPerRun: 1 } },
    { isDirect: false, link: '', messageId: early },
  );
  const { workflowId } = await signalWithStart(client, start, messageArrived, [early, false]);
  await client.workflow.getHandle(workflowId).result();
  expect(handed).toEqual([
    { messageIds: [early], lateIds: [early] },
    { messageIds: [late, now], lateIds: [late] },
  ]);
});

it('loses no message that comes while a window is being handed over', async () => {
  const model = await startScriptedModel(agreeable);
  const steward = await openTestSteward({ model });
  await steward.work(['all']);
  const runs = new Map<string, Promise<BatchResult>>();
  const said: string[] = [];
  const first = await steward.say({ by: 'anna', text: 'nice' });
  await steward.settle();
  for (let at = 0; at < 48; at += 1) {
    // To the moment: what comes by way of Discord comes when it comes.
    const message = { ...first, id: uniqueId(), text: `nice ${at}` };
    said.push(message.id);
    const taken = await steward.intake.messageSeen(message);
    if (taken && !runs.has(taken.runId)) {
      runs.set(taken.runId, steward.client.workflow.getHandle(taken.workflowId, taken.runId).result());
    }
    // Around the length of the quiet window, so that messages meet every moment of its end.
    if (at % 3 === 2) await sleep(300 + ((at * 61) % 500));
  }
  const results = await Promise.all(runs.values());
  const handled = results.flatMap(({ windows }) => windows.flatMap(({ messageIds }) => messageIds));
  expect(handled).toEqual(said);
  expect(results.flatMap(({ windows }) => windows).length).toBeGreaterThan(1);
});

it('loses none either when it goes on as a new run', async () => {
  const model = await startScriptedModel(agreeable);
  const steward = await openTestSteward({ model, timings: { ...quickTimings, windowsPerRun: 1 } });
  await steward.work(['all']);
  const said: string[] = [];
  const runs = new Set<string>();
  let workflowId = '';
  const { workflow } = steward.client;
  const first = await steward.say({ by: 'anna', text: 'nice' });
  await steward.settle();
  const hasGoneOn = async () => {
    const ends = [...runs].map((runId) => workflow.getHandle(workflowId, runId).describe());
    return (await Promise.all(ends)).some(({ status }) => status.name === 'CONTINUED_AS_NEW');
  };
  while (!(await hasGoneOn())) {
    const message = { ...first, id: uniqueId(), text: `nice ${said.length}` };
    said.push(message.id);
    const taken = await steward.intake.messageSeen(message);
    workflowId = taken?.workflowId ?? workflowId;
    runs.add(taken?.runId ?? '');
    // Around the length of the quiet window, so that messages meet every moment of its end.
    await sleep(250 + ((said.length * 31) % 200));
  }
  await workflow.getHandle(workflowId).result();
  const routing = await steward.storage.records.routingOf(said);
  expect(routing.map(({ state }) => state)).toEqual(said.map(() => 'ignored'));
});

it('answers what is edited into a mention while the next window of its author is open', async () => {
  const model = await startScriptedModel(agreeable);
  const settings = { discord: { message_batch_wait_seconds: 3, message_batch_max_wait_seconds: 60 } };
  const steward = await openTestSteward({ model, settings });
  await steward.work(['reply', 'library']);
  await steward.indexDocuments();
  const edited = await steward.say({ by: 'anna', text: 'good morning everyone' });
  await sleep(4_000);
  // Nobody has gathered the first window yet, so this makes the second of the same run.
  await steward.say({ by: 'anna', text: 'what a lovely day' });
  await steward.work(['bot']);
  const isLeft = async () => (await steward.storage.records.routingOf([edited.id]))[0]?.state;
  await expect.poll(isLeft, { interval: 20 }).toBe('ignored');
  await steward.edit(edited.id, `<@${steward.discord.world.bot.id}> How do I set the port?`);
  await expect.poll(() => steward.posts().length).toBe(1);
  expect(await isLeft()).toBe('handed_over');
});

it('does nothing about a message that was deleted in its window, and reads an edited one as edited', async () => {
  const model = await startScriptedModel(agreeable);
  const steward = await openTestSteward({ model });
  await steward.work(['all']);
  await steward.indexDocuments();
  const gone = await steward.say({ by: 'anna', text: 'How do I set the port?' });
  await steward.remove(gone.id);
  const edited = await steward.say({ by: 'ben', text: 'How do I set the prot?' });
  await steward.edit(edited.id, 'How do I set the port?');
  await steward.settle();
  const asked = model.calls.filter(({ decision }) => decision === 'LLMGateDecision');
  expect(asked.map((call) => call.text('question'))).toEqual(['How do I set the port?']);
  expect(steward.events.find(({ event }) => event === 'skipped')).toMatchObject({ reason: 'deleted' });
});
