import { describe, expect, it } from 'vitest';
import { ensureSchedules, scheduleIds } from '../../adapters/temporal/runs/schedules.ts';
import { showRun } from '../support/show-run.ts';
import {
  fillArchive,
  librarian,
  liveLibrary,
  rawEntry,
  startRegeneration,
  stepByStep,
  type RegenerationHandle,
} from '../support/storage/archive.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { openTestSteward } from '../support/steward.ts';

/** Answers until the nth classification, which waits until `open` is called. */
function gateAt(nth: number) {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>();
  let count = 0;
  const script: Script = async (call) => {
    if (call.decision === 'ClassificationResult' && ++count === nth) {
      arrive();
      await isOpen;
    }
    return librarian(call);
  };
  return { script, open, reached };
}

async function withArchive(count: number, script: Script = librarian) {
  const model = await startScriptedModel(script);
  const steward = await openTestSteward({ model });
  await steward.work(['all']);
  await fillArchive(steward, count);
  return { model, steward, library: steward.storage.library };
}

describe('a regeneration', () => {
  it('builds every topic from the archive and describes each once, started with no input', async () => {
    const { model, steward, library } = await withArchive(5);
    const run = await startRegeneration(steward);
    const result = await run.result();
    expect(result).toEqual({
      outcome: 'published',
      failed: 0,
      generation: 2,
      entries: 5,
      integrated: 5,
      skipped: 0,
      superseded: 0,
      topics: 2,
      modelCalls: 10,
      costUsd: null,
      removalsWithheld: 0,
    });
    expect(await library.liveGeneration()).toBe(2);
    expect((await library.topics(2)).map(({ slug, pairs }) => `${slug} ${pairs.length}`)).toEqual([
      'even 3',
      'odd 2',
    ]);
    expect(model.callsOf('LLMTextResult')).toBe(2);
  });

  it('costs no model call the second time, started with {} and by the Trigger of the Schedule', async () => {
    const { model, steward, library } = await withArchive(4);
    await (await startRegeneration(steward)).result();
    const calls = model.calls.length;
    expect(await (await startRegeneration(steward, {})).result()).toMatchObject({ modelCalls: 0, topics: 2 });
    const { client, config } = steward;
    const taskQueue = config.temporal.task_queue;
    await ensureSchedules({ client, taskQueue, refreshSeconds: 0, tellsTeam: false });
    const schedule = client.schedule.getHandle(scheduleIds(taskQueue).regenerate);
    try {
      await schedule.trigger();
      await expect.poll(() => library.liveGeneration()).toBe(4);
    } finally {
      await schedule.delete();
      await client.schedule.getHandle(scheduleIds(taskQueue).refresh).delete();
    }
    expect(model.calls).toHaveLength(calls);
  });

  it('keeps the fullest entry of a conversation, also when a later one holds less', async () => {
    const { steward, library } = await withArchive(1);
    const full = rawEntry(1, { conversationId: 'thread_x', messageIds: ['1', '2', '3'] });
    const less = rawEntry(2, { conversationId: 'thread_x', messageIds: ['1', '4'] });
    for (const entry of [full, less]) await library.appendRaw(entry, new Date());
    const result = await (await startRegeneration(steward)).result();
    expect(result).toMatchObject({ entries: 3, integrated: 2, superseded: 1 });
    expect((await library.ledger(2)).settled.get(full.qaId)).toMatchObject({ outcome: 'integrated' });
  });

  it('publishes what is captured while it runs', async () => {
    const { script, open, reached } = gateAt(2);
    const { steward, library } = await withArchive(3, script);
    const run = await startRegeneration(steward);
    await reached;
    const question = await steward.say({ by: 'anna', text: 'Where is the new one?' });
    await steward.say({ by: 'maya', team: true, text: 'On shelf 8.', replyTo: question.id });
    await steward.settle();
    expect(await library.liveGeneration()).toBe(1);
    open();
    await run.result();
    const even = await library.topic(2, 'even');
    expect(even?.text).toContain('Where is the new one?');
    expect(await library.unsettled(2)).toEqual([]);
  });

  it('says how far it is, pauses between two steps, and goes on', async () => {
    const { script, open, reached } = gateAt(2);
    const { model, steward, library } = await withArchive(3, script);
    const run = await startRegeneration(steward, stepByStep);
    await reached;
    await run.signal('pause');
    open();
    await expect
      .poll(() => run.progress())
      .toMatchObject({ step: 'entries', done: 2, total: 3, topics: 2, modelCalls: 2, paused: true });
    const { currentDetails } = await showRun({ client: steward.client, workflowId: run.workflowId });
    expect(currentDetails).toMatch(
      /^Paused: entries: 2 of 3 done, 2 topics, 2 model calls, 30 tokens, cost unknown/u,
    );
    const calls = model.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(model.calls).toHaveLength(calls);
    await run.signal('resume');
    await run.result();
    expect(await library.liveGeneration()).toBe(2);
  });

  it.each([
    ['while it works', async () => {}],
    [
      'while it is paused',
      async (run: RegenerationHandle, open: () => void) => {
        await run.signal('pause');
        open();
        await expect.poll(() => run.progress()).toMatchObject({ done: 2 });
      },
    ],
  ])('that is cancelled %s leaves the live library whole and lets the next one begin', async (_, until) => {
    const { script, open, reached } = gateAt(2);
    const { steward, library } = await withArchive(3, script);
    const before = await liveLibrary(steward);
    const run = await startRegeneration(steward, stepByStep);
    await reached;
    await until(run, open);
    await steward.client.workflow.getHandle(run.workflowId).cancel();
    await expect(run.result()).rejects.toThrow('Workflow execution cancelled');
    open();
    expect(await liveLibrary(steward)).toBe(before);
    expect((await library.generations()).map(({ number }) => number)).toEqual([1]);
    expect(await (await startRegeneration(steward)).result()).toMatchObject({ integrated: 3 });
  });

  it('goes on as new runs that keep its generation, its counts and its lease', async () => {
    const { script, open, reached } = gateAt(4);
    const { steward, library } = await withArchive(5, script);
    const pace = { entriesPerStep: 1, stepsPerRun: 1 };
    const run = await startRegeneration(steward, { ...stepByStep, pace });
    await reached;
    const { runId } = await steward.client.workflow.getHandle(run.workflowId).describe();
    expect(runId).not.toBe(run.firstRunId);
    const second = await startRegeneration(steward);
    await expect(second.result()).rejects.toMatchObject({
      cause: { cause: { type: 'regeneration_held' } },
    });
    open();
    expect(await run.result()).toMatchObject({ generation: 2, integrated: 5, topics: 2, modelCalls: 10 });
    expect(await library.liveGeneration()).toBe(2);
    expect(await (await startRegeneration(steward)).result()).toMatchObject({ generation: 3 });
  });

  it('refuses a second one under another id: who holds it, since when, and what to do', async () => {
    const { script, open, reached } = gateAt(1);
    const { steward, library } = await withArchive(2, script);
    const first = await startRegeneration(steward);
    await reached;
    const second = await startRegeneration(steward);
    await expect(second.result()).rejects.toThrow('Workflow execution failed');
    const { failure } = await showRun({ client: steward.client, workflowId: second.workflowId });
    expect(failure.join(' ')).toMatch(
      new RegExp(
        `A regeneration has been running since 20[-\\dT:.]+Z, as ${first.workflowId}\\. ` +
          'Wait until it ends, or cancel it: temporal workflow cancel --workflow-id',
        'u',
      ),
    );
    open();
    await first.result();
    expect(await library.liveGeneration()).toBe(2);
  });
});

it('an input that it does not know fails a regeneration before anything changes', async () => {
  const { steward, library } = await withArchive(1);
  await expect((await startRegeneration(steward, { dryRun: true })).result()).rejects.toMatchObject({
    cause: { type: 'input_invalid' },
  });
  expect(await library.liveGeneration()).toBe(1);
});

describe('a roll back', () => {
  it('answers from the former generation, and the next refresh takes up what that one does not know', async () => {
    const { steward, library } = await withArchive(2);
    await (await startRegeneration(steward)).result();
    const question = await steward.say({ by: 'anna', text: 'Where is the new one?' });
    await steward.say({ by: 'maya', team: true, text: 'On shelf 8.', replyTo: question.id });
    await steward.settle();
    const [captured] = steward.events.flatMap((event) => (event.event === 'captured' ? [event.qa_id] : []));
    await library.rollBack(1);
    expect(await library.topics(1)).toEqual([]);
    await steward.indexDocuments();
    await expect.poll(async () => (await library.unsettled(1)).length).toBe(0);
    expect((await library.topic(1, 'even'))?.pairs.map(({ qaId }) => qaId)).toEqual([
      rawEntry(0).qaId,
      captured,
    ]);
  });
});
