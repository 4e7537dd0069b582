import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listFailed, retryCapture } from '../../adapters/temporal/runs/captures.ts';
import { listRuns, openRunsQuery } from '../../adapters/temporal/runs/inspect-runs.ts';
import { showRun } from '../support/show-run.ts';
import {
  conversation,
  ended,
  liveTopics,
  entryAt,
  someTime,
  standingIds,
  startConversation,
  startRaw,
} from '../support/captures.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { kill, openTestSteward, type TestSteward } from '../support/steward.ts';

/** Ids of failed captures, or of those that are still open. */
const idsOf = async ({ client, taskQueue, storage }: TestSteward, state: 'failed' | 'running') => {
  const query = `${openRunsQuery(taskQueue)} AND WorkflowType = 'captureWorkflow'`;
  const rows = await (state === 'failed'
    ? listFailed({ client, taskQueue, storage })
    : listRuns(client, query));
  return rows.map(({ workflowId }) => workflowId).toSorted();
};

/** Longer than `longestRetry` of the tests' timings. */
const longOutage = 1_500;

describe('a model that is down for longer than every retry interval', () => {
  it('delays captures: all complete, none twice', async () => {
    const model = await startScriptedModel(() => ({ status: 500 }));
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    const { storage } = steward;
    const start = someTime();
    const entries = [1, 2, 3, 4, 5, 6].map((second) => entryAt(start, second));
    for (const entry of entries) await storage.library.appendRaw(entry, new Date());
    const runs = await Promise.all(entries.map((entry) => startRaw(steward, entry)));
    await sleep(longOutage);
    await expect.poll(() => idsOf(steward, 'running')).toEqual(runs.toSorted());
    model.follow(agreeable);
    await Promise.all(runs.map((id) => ended(steward, id)));

    expect((await storage.library.ledger(1)).settled.size).toBe(entries.length);
    expect(await standingIds(steward)).toEqual(entries.map(({ qaId }) => qaId));
  });

  it('for one entry alone holds up no other, and an operator sees what it waits for', async () => {
    const isHard: Script = (call) =>
      call.text('pair').includes('Question 1,') ? { status: 503 } : agreeable(call);
    const model = await startScriptedModel(isHard);
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    const start = someTime();
    const entries = [1, 2, 3].map((second) => entryAt(start, second));
    for (const entry of entries) await steward.storage.library.appendRaw(entry, new Date());
    const [hard = '', ...others] = await Promise.all(entries.map((entry) => startRaw(steward, entry)));
    await Promise.all(others.map((id) => ended(steward, id)));
    await expect.poll(() => idsOf(steward, 'running')).toEqual([hard]);
    // Its first attempt may end after the others' last step.
    await expect
      .poll(async () => (await showRun({ client: steward.client, workflowId: hard })).pendingSteps)
      .toMatchObject([
        {
          activity: 'classify',
          lastFailure: expect.stringMatching(/The model at .* answered with status 503/u) as string,
        },
      ]);
    model.follow(agreeable);
    expect(await ended(steward, hard)).toMatchObject({ outcome: 'integrated' });
    expect(await standingIds(steward)).toEqual(entries.map(({ qaId }) => qaId));
  });
});

describe('a capture that fails for good', () => {
  it('on a refused key says at once what to do, and a retry completes it without a second raw entry', async () => {
    const model = await startScriptedModel(() => ({ status: 401 }));
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    const { client, storage } = steward;
    const workflowId = await startConversation(steward, conversation(someTime(), 'Which port?'));
    await expect(ended(steward, workflowId)).rejects.toThrow('Workflow execution failed');
    expect(model.calls).toHaveLength(1);
    await expect.poll(() => idsOf(steward, 'failed')).toEqual([workflowId]);
    const { failure } = await showRun({ client, workflowId });
    expect(failure.join(' ')).toMatch(/refused the key with status 401: check ai_response\.llm\.api_key/u);

    model.follow(agreeable);
    await retryCapture({ ...steward, workflowId });
    expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
    const raw = (await storage.library.rawEntries()).map(({ qaId }) => qaId);
    expect(raw).toHaveLength(1);
    expect(await standingIds(steward)).toEqual(raw);
    await expect.poll(() => idsOf(steward, 'failed')).toEqual([]);
  });

  it('on a second malformed answer does so, readably and without its text', async () => {
    const model = await startScriptedModel(() => ({ text: 'no classification' }));
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    const workflowId = await startConversation(steward, conversation(someTime(), 'Which port?'));
    await expect(ended(steward, workflowId)).rejects.toThrow('Workflow execution failed');
    expect(model.callsOf('ClassificationResult')).toBe(2);
    const { failure } = await showRun({ client: steward.client, workflowId });
    expect(failure).toEqual([
      "The model's ClassificationResult cannot be used, nor could the one before it: change the prompt or the model.",
    ]);
  });

  it('on a topic without a name says so; odd names become plain ones', async () => {
    const names: Readonly<Record<string, string>> = {
      'Question 1,': '',
      'Question 2,': '../../x',
      'Question 4,': 'long '.repeat(60),
      'Question 5,': '显卡驱动',
    };
    const model = await startScriptedModel((call) => {
      const key = Object.keys(names).find((text) => call.text('pair').includes(text)) ?? '';
      if (call.decision !== 'ClassificationResult') return agreeable(call);
      return { skip: false, topic_name: names[key] ?? 'plain' };
    });
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    const start = someTime();
    const entries = [1, 2, 4, 5].map((second) => entryAt(start, second));
    for (const entry of entries) await steward.storage.library.appendRaw(entry, new Date());
    const runs = await Promise.all(entries.map((entry) => startRaw(steward, entry)));
    const ends = await Promise.allSettled(runs.map((id) => ended(steward, id)));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    const slugs = (await liveTopics(steward)).map(({ slug }) => slug);
    expect(slugs).toEqual([expect.stringMatching(/^(?:long-)+long$/u), 'x', 'xian-ka-qu-dong']);
    expect(slugs[0]?.length).toBeLessThanOrEqual(80);
    const { failure } = await showRun({ client: steward.client, workflowId: runs[0] ?? '' });
    expect(failure.join(' ')).toMatch(/The model's ClassificationResult cannot be used/u);
  });
});

describe('two batches in the same millisecond', () => {
  it('are two entries, and both are kept', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    const now = someTime();
    const snapshots = [conversation(now, 'Which port?'), conversation(now, 'Which host?')];
    const runs = await Promise.all(snapshots.map((snapshot) => startConversation(steward, snapshot)));
    const results = await Promise.all(runs.map((id) => ended(steward, id)));
    const ids = results.map(({ qaId }) => qaId ?? '').toSorted();
    expect(new Set(ids).size).toBe(2);
    expect(await standingIds(steward)).toEqual(ids);
  });
});

describe('a worker that is killed', () => {
  /** How many steps of a run have ended. */
  const endedSteps = async ({ client }: TestSteward, workflowId: string): Promise<number> => {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    return (events ?? []).filter((event) => event.activityTaskCompletedEventAttributes).length;
  };

  it('after each single step of a capture leaves one raw entry and one block', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model });
    const runs: string[] = [];
    // One conversation for each step; what a killed worker leaves is taken up by the next one.
    for (const step of [1, 2, 3, 4, 5]) {
      const worker = await steward.spawnWorker();
      const workflowId = await startConversation(steward, conversation(someTime(), 'Which port?'));
      while ((await endedSteps(steward, workflowId)) < step) await sleep(2);
      await kill(worker);
      runs.push(workflowId);
    }
    await steward.work(['all']);
    for (const id of runs) expect(await ended(steward, id)).toMatchObject({ outcome: 'integrated' });
    const raw = (await steward.storage.library.rawEntries()).map(({ qaId }) => qaId);
    expect(raw).toHaveLength(runs.length);
    expect(await standingIds(steward)).toEqual(raw.toSorted());
  });
});
