import { describe, expect, it } from 'vitest';
import { revise } from '../../adapters/storage/database/revisions.ts';
import { approveRemovals } from '../../adapters/temporal/runs/approve-removals.ts';
import { listFailed, retryCapture } from '../../adapters/temporal/runs/captures.ts';
import { startRegenerate } from '../../adapters/temporal/runs/runs.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { removalsQuery, type RegenerateInput, type RegenerateResult } from '../../workflows/contract/team.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import { workflowIds } from '../../workflows/contract/names.ts';
import {
  captureAll,
  conversation,
  ended,
  entryAt,
  someTime,
  standingIds,
  startConversation,
  startRaw,
} from '../support/captures.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { openTestSteward, quickTimings, type TestSteward } from '../support/steward.ts';
import { changeRows } from '../support/storage/test-store.ts';
import { uniqueId } from '../support/temporal.ts';

async function openLibrary(script: Script = agreeable) {
  const model = await startScriptedModel(script);
  const steward = await openTestSteward({ model });
  await steward.work(['library']);
  return { model, steward };
}

const failed = (steward: TestSteward) => listFailed(steward);

it('a capture ends where no bot works', async () => {
  const { steward } = await openLibrary();
  const snapshot = conversation(someTime(), 'Which port?');
  const workflowId = await startConversation(steward, snapshot, { ...quickTimings, postTotal: 1_000 });
  expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
});

describe('a capture that failed for good', () => {
  async function failedCapture() {
    const { model, steward } = await openLibrary(() => ({ status: 401 }));
    const workflowId = await startConversation(steward, conversation(someTime(), 'Which port?'));
    await expect(ended(steward, workflowId)).rejects.toThrow('Workflow execution failed');
    model.follow(agreeable);
    return { steward, workflowId };
  }

  /** What Temporal does by itself after its retention. */
  async function forgetRun({ client }: TestSteward, workflowId: string): Promise<void> {
    const { namespace } = client.options;
    await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } });
    const isThere = () =>
      client.workflow
        .getHandle(workflowId)
        .describe()
        .then(
          () => true,
          () => false,
        );
    await expect.poll(isThere).toBe(false);
  }

  it('says its cause as Outcome before it ends, and its entry counts as failed', async () => {
    const { steward, workflowId } = await failedCapture();
    const outcome = 'failed:model_unauthorized';
    const described = await steward.client.workflow.getHandle(workflowId).describe();
    expect(described.status.name).toBe('FAILED');
    expect(described.searchAttributes['Outcome']).toEqual([outcome]);
    expect(await failed(steward)).toMatchObject([{ workflowId, outcome }]);
    const { library } = steward.storage;
    const [entry] = await library.rawEntries();
    expect([...(await library.ledger(1)).settled.values()]).toEqual([
      { qaId: entry?.qaId, outcome: 'failed', topic: null, cause: 'model_unauthorized' },
    ]);
    expect(await library.unsettled(1)).toEqual([]);
  });

  it('is listed and runs again under its id when Temporal has forgotten it', async () => {
    const { steward, workflowId } = await failedCapture();
    await forgetRun(steward, workflowId);
    expect(await failed(steward)).toMatchObject([{ workflowId }]);
    await retryCapture({ ...steward, workflowId });
    expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
    expect(await failed(steward)).toEqual([]);
    expect(await standingIds(steward)).toHaveLength(1);
    await expect(retryCapture({ ...steward, workflowId })).rejects.toMatchObject({
      code: 'nothing_to_retry',
    });
  });

  it('whose pair is retracted is listed no more', async () => {
    const { steward } = await failedCapture();
    const { library } = steward.storage;
    const qaIds = (await library.rawEntries()).map((entry) => entry.qaId);
    await library.retract({ qaIds, now: new Date() });
    expect(await failed(steward)).toEqual([]);
    expect(await library.failedCaptures()).toEqual([]);
  });
});

it('a capture that somebody terminated can be taken up', async () => {
  const { model, steward } = await openLibrary(() => ({ status: 503 }));
  const entry = await steward.storage.library.appendRaw(entryAt(someTime(), 1), new Date());
  const workflowId = await startRaw(steward, entry);
  await expect.poll(() => model.calls.length).toBeGreaterThan(0);
  await steward.client.workflow.getHandle(workflowId).terminate();
  model.follow(agreeable);
  await retryCapture({ ...steward, workflowId });
  expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
  expect(await failed(steward)).toEqual([]);
});

it('a rebuild goes on and publishes without an entry that a model refuses, which is named and can be tried again', async () => {
  const { model, steward } = await openLibrary();
  const start = someTime();
  const entries = [1, 2, 3].map((second) => entryAt(start, second));
  for (const entry of entries) await steward.storage.library.appendRaw(entry, new Date());
  const bad = entries[1]?.qaId;
  model.follow((call) => (call.text('pair').includes('Question 2,') ? { status: 400 } : agreeable(call)));
  const { client, taskQueue } = steward;
  const rebuild = await startRegenerate({ client, taskQueue });
  const result = await waitForResult<RegenerateResult>({ client, ...rebuild });
  const cause = 'model_bad_request';
  expect(result).toMatchObject({ failed: 1, integrated: 2 });
  const workflowId = workflowIds(taskQueue).capture(bad ?? '');
  expect(await failed(steward)).toMatchObject([{ workflowId, outcome: `failed:${cause}` }]);
  expect(await standingIds(steward)).toEqual([entries[0]?.qaId, entries[2]?.qaId]);

  model.follow(agreeable);
  await retryCapture({ ...steward, workflowId });
  expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
  expect(await failed(steward)).toEqual([]);
  expect(await standingIds(steward)).toEqual(entries.map(({ qaId }) => qaId));
});

describe('a rebuild from an archive that has lost entries', () => {
  async function shortenedArchive(input: RegenerateInput = {}) {
    const { steward } = await openLibrary();
    const start = someTime();
    const entries = [1, 2].map((second) => entryAt(start, second));
    await captureAll(steward, entries);
    const [lost, kept] = entries.map(({ qaId }) => qaId);
    const lose = (qaId: QaId | null = null) =>
      changeRows(steward.config, async (trx) => {
        await trx.deleteFrom('raw_segments').where('qaId', '=', qaId).execute();
        await revise(trx, 'archive');
      });
    await lose(lost);
    const { client, taskQueue } = steward;
    const { workflowId } = await startRegenerate({ client, taskQueue, input });
    const removals = () =>
      client.workflow
        .getHandle(workflowId)
        .query(removalsQuery)
        .catch(() => null);
    await expect.poll(removals).toEqual([lost]);
    return { steward, client, workflowId, start, lost, kept, lose, removals };
  }

  it('waits, and publishes nothing after a no', async () => {
    const { steward, client, workflowId, lost, kept } = await shortenedArchive();
    expect(await standingIds(steward)).toEqual([lost, kept]);
    await approveRemovals(client, workflowId, false);
    expect(await waitForResult<RegenerateResult>({ client, workflowId })).toMatchObject({
      outcome: 'rejected',
    });
    expect(await standingIds(steward)).toEqual([lost, kept]);
    expect(await steward.storage.library.liveGeneration()).toBe(1);
  });

  it('waits, and publishes what is left after a yes', async () => {
    const { steward, client, workflowId, kept } = await shortenedArchive();
    await approveRemovals(client, workflowId, true);
    expect(await waitForResult<RegenerateResult>({ client, workflowId })).toMatchObject({
      outcome: 'published',
    });
    expect(await standingIds(steward)).toEqual([kept]);
  });

  it('waits no more after a yes, also if it settles new entries in a run that goes on as new', async () => {
    const pace = { entriesPerStep: 1, stepsPerRun: 1 };
    const { steward, client, workflowId, start, kept } = await shortenedArchive({ pace });
    const late = [3, 4].map((second) => entryAt(start, second));
    await captureAll(steward, late);
    await approveRemovals(client, workflowId, true);
    expect(await waitForResult<RegenerateResult>({ client, workflowId })).toMatchObject({
      outcome: 'published',
    });
    expect(await standingIds(steward)).toEqual([kept, ...late.map(({ qaId }) => qaId)]);
  });

  it('waits once more when more is lost than the yes was about', async () => {
    const { steward, client, workflowId, start, lost, kept, lose, removals } = await shortenedArchive();
    const late = entryAt(start, 3);
    await captureAll(steward, [late]);
    await lose(late.qaId);
    await approveRemovals(client, workflowId, true);
    await expect.poll(removals).toEqual([lost, late.qaId]);
    expect(await standingIds(steward)).toEqual([lost, kept, late.qaId]);
    await approveRemovals(client, workflowId, true);
    expect(await waitForResult<RegenerateResult>({ client, workflowId })).toMatchObject({
      outcome: 'published',
    });
    expect(await standingIds(steward)).toEqual([kept]);
  });
});

const types = 'batch reply review amendReply help capture recapture captureHistory'.split(' ');

it.each(types)('a %s run that is started by hand without an input fails with a sentence', async (type) => {
  const { steward } = await openLibrary();
  const { client, config } = steward;
  const started = await client.workflow.start(`${type}Workflow`, {
    taskQueue: config.temporal.task_queue,
    workflowId: uniqueId(),
    args: [],
  });
  await expect(waitForResult({ client, workflowId: started.workflowId })).rejects.toThrow(
    `The input of a ${type}Workflow needs`,
  );
});
