import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { approveRemovals } from '../../adapters/temporal/runs/approve-removals.ts';
import { listWaiting } from '../../adapters/temporal/runs/captures.ts';
import { showRun } from '../support/show-run.ts';
import { startRegenerate } from '../../adapters/temporal/runs/runs.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { workflowIds } from '../../workflows/contract/names.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { formatRawEntry } from '../../domain/team/qa-blocks.ts';
import type { RegenerateResult } from '../../workflows/contract/team.ts';
import { captureAll, ended, entryAt, someTime, standingIds, startRaw } from '../support/captures.ts';
import { decideByText } from '../support/provider/decide-by-text.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { openTestSteward, type TestSteward } from '../support/steward.ts';

const regenerated = async ({ client, config }: TestSteward): Promise<RegenerateResult> => {
  const run = await startRegenerate({ client, taskQueue: config.temporal.task_queue });
  return waitForResult<RegenerateResult>({ client, ...run });
};

describe('captures on the real server', () => {
  it('that end in any order leave every pair once, oldest first, and a rebuild asks no model about what it knows', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    const start = someTime();
    const entries = Array.from({ length: 8 }, (_, second) => entryAt(start, second));
    const late = entries.filter((_, at) => at % 4 === 1);
    await captureAll(steward, entries.filter((entry) => !late.includes(entry)).toReversed());
    await captureAll(steward, late);
    const standing = entries.map(({ qaId }) => qaId);
    expect(await standingIds(steward)).toEqual(standing);
    await regenerated(steward);
    const calls = model.callsOf('IntegrationResult');
    expect(await regenerated(steward)).toMatchObject({ outcome: 'published', modelCalls: 0 });
    expect(model.callsOf('IntegrationResult')).toBe(calls);
    const { library } = steward.storage;
    const [topic] = await library.topics(await library.liveGeneration());
    expect(topic?.pairs.map(({ qaId }) => qaId)).toEqual(standing);
  });

  it('and a retraction wait neither for one whose model hangs nor for another host', async () => {
    const model = await startScriptedModel((call) =>
      call.decision === 'IntegrationResult' && call.text('pair').includes('Question 2,')
        ? 'hang'
        : agreeable(call),
    );
    const llm = { model: 'scripted', base_url: model.baseUrl, max_retries: 0, timeout_seconds: 15 };
    const steward = await openTestSteward({ model, settings: { ai_response: { llm } } });
    await Promise.all([steward.spawnWorker(), steward.spawnWorker()]);
    const start = someTime();
    const [first, hanging, ...others] = Array.from({ length: 6 }, (_, second) => entryAt(start, second + 1));
    if (!first || !hanging) throw new RangeError('two entries are needed');
    await captureAll(steward, [first]);
    await steward.storage.library.appendRaw(hanging, new Date());
    const isAsked = model.reached('IntegrationResult');
    const workflowId = await startRaw(steward, hanging);
    await isAsked;
    await captureAll(steward, others);
    await steward.storage.library.retract({ qaIds: [first.qaId], now: new Date() });
    expect(await standingIds(steward)).toEqual(others.map(({ qaId }) => qaId));
    model.follow(agreeable);
    await ended(steward, workflowId);
    expect(await standingIds(steward)).toEqual([hanging, ...others].map(({ qaId }) => qaId));
  });

  it('fifty at once, with two workers, a refresh and a rebuild at work, lose and double nothing', async () => {
    const model = await startScriptedModel(decideByText(11));
    const steward = await openTestSteward({
      model,
      settings: { kb: { max_removals_per_capture: 1_000, max_removals_per_regeneration: 1_000 } },
    });
    await Promise.all([steward.spawnWorker(), steward.spawnWorker()]);
    const start = someTime();
    const entries = Array.from({ length: 50 }, (_, second) => entryAt(start, second));
    const { client, config } = steward;
    const taskQueue = config.temporal.task_queue;
    const shuffled = entries.toSorted((a, b) => a.conversationId.localeCompare(b.conversationId));
    await captureAll(steward, shuffled.slice(0, 5));
    const [refresh, rebuild] = await Promise.all([
      startOnce(client, startsOf(taskQueue).refresh()),
      startRegenerate({ client, taskQueue }),
      captureAll(steward, shuffled.slice(5)),
    ]);
    await Promise.all([refresh, rebuild].map((run) => waitForResult({ client, ...run })));

    const { library } = steward.storage;
    const generation = await library.liveGeneration();
    expect(await library.unsettled(generation)).toEqual([]);
    expect((await library.ledger(generation)).settled.size).toBe(50);
    const ids = await standingIds(steward);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('are started by a refresh for what a person writes into a raw file, and a broken entry stops no other', async () => {
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    const start = someTime();
    const [first, last] = [entryAt(start, 1), entryAt(start, 3)];
    const broken = '--- QA ---\nid: qa_mistyped\nUser: lost?\n';
    const rawDir = join(steward.config.storage.data_dir, 'team-knowledge/raw');
    await mkdir(rawDir, { recursive: true });
    const text = [formatRawEntry(first), broken, formatRawEntry(last)].join('\n');
    await writeFile(join(rawDir, '2019-W03.txt'), text);
    await steward.indexDocuments();
    await Promise.all(
      [first, last].map(({ qaId }) =>
        ended(steward, workflowIds(steward.config.temporal.task_queue).capture(qaId)),
      ),
    );
    expect(await standingIds(steward)).toEqual([first.qaId, last.qaId]);
  });
});

describe('a capture that would remove more than it may', () => {
  const removesAll: Script = (call) => {
    if (call.decision !== 'IntegrationResult' || !call.text('pair').includes('Everything'))
      return agreeable(call);
    const ids = [...call.text('topic').matchAll(/^id: (qa_\S+)/gmu)].map((match) => match[1] ?? '');
    return { skip: false, remove_ids: ids };
  };

  const waitingCapture = async () => {
    const model = await startScriptedModel(removesAll);
    const steward = await openTestSteward({ model, settings: { kb: { max_removals_per_capture: 2 } } });
    await steward.work(['all']);
    const start = someTime();
    const older = [1, 2, 3].map((second) => entryAt(start, second));
    await captureAll(steward, older);
    const turns = [
      { label: 'User', text: 'Everything?' },
      { label: 'Team', text: 'All has changed.' },
    ] as const;
    const newer = await steward.storage.library.appendRaw(entryAt(start, 9, { turns }), new Date());
    const workflowId = await startRaw(steward, newer);
    const { client } = steward;
    await expect.poll(() => listWaiting(steward)).toMatchObject([{ workflowId, outcome: 'waiting' }]);
    return { steward, older: older.map(({ qaId }) => qaId), newer: newer.qaId, workflowId, client, model };
  };

  it('waits, says so with the ids, and removes them after a yes', async () => {
    const { steward, older, newer, workflowId, client, model } = await waitingCapture();
    expect(await standingIds(steward)).toEqual(older);
    const { currentDetails } = await showRun({ client, workflowId });
    for (const id of older) expect(currentDetails).toContain(id);
    const calls = model.callsOf('IntegrationResult');
    expect(await approveRemovals(client, workflowId, true)).toBe(true);
    expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
    expect(await standingIds(steward)).toEqual([newer]);
    expect(model.callsOf('IntegrationResult')).toBe(calls);
    expect(await approveRemovals(client, workflowId, true)).toBe(false);
  });

  it('is integrated without them after a no, and a rebuild lists them and waits for nobody', async () => {
    const { steward, older, newer, workflowId, client } = await waitingCapture();
    await approveRemovals(client, workflowId, false);
    await ended(steward, workflowId);
    expect(await standingIds(steward)).toEqual([...older, newer]);
    expect(await regenerated(steward)).toMatchObject({ removalsWithheld: 3, integrated: 4 });
    expect(await standingIds(steward)).toEqual([...older, newer]);
  });

  it('stays open for a decision when what the Temporal UI sends is none', async () => {
    const { workflowId, client, steward } = await waitingCapture();
    const handle = client.workflow.getHandle(workflowId);
    await expect(handle.executeUpdate('decideRemovals', { args: ['yes'] })).rejects.toThrow(
      'Workflow Update failed',
    );
    await approveRemovals(client, workflowId, false);
    expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
  });
});
