import { describe, expect, it } from 'vitest';
import { endAbandonedTrials } from '../../adapters/temporal/runs/end-runs.ts';
import { openRegenerations } from '../../adapters/temporal/runs/regenerations.ts';
import { listRuns } from '../../adapters/temporal/runs/list-runs.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { trialBase } from '../../workflows/contract/names.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { fillArchive, librarian } from '../support/storage/archive.ts';
import { commandsOf } from '../support/processes/run-steward.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward } from '../support/steward.ts';

describe('on the command line', () => {
  it('a rebuild says what is live, and a roll back what comes next', async () => {
    const model = await startScriptedModel(librarian);
    const steward = await openTestSteward({ model });
    await fillArchive(steward, 2);
    const command = await commandsOf(steward, model.baseUrl);

    const real = await command('regenerate', '--wait', '--json');
    const counts = { generation: 2, integrated: 2, topics: 2, model_calls: 4, failed_entries: [] };
    expect(JSON.parse(real.out)).toMatchObject(counts);
    // A Steward that runs beside it would neither have taken nor given a step.
    expect(real.out).toMatch(/"workflow_id":"[^"]+-try-[0-9a-f]{8}\/regenerate"/u);

    const list = await command('library', 'list');
    expect(list.out).toMatch(/^ +1 {2}kept .* 0 topics, 0 pairs\n +2 {2}live .* 2 topics, 2 pairs\n$/u);

    const building = await steward.storage.library.openGeneration('a rebuild');
    const back = await command('library', 'rollback');
    expect(back.out).toContain('Generation 1 is live again; generation 2 is kept');
    expect(back.out).toContain(`Generation ${building} is being built and takes its place`);
    expect(back.out).toContain(
      'It does not know 2 raw entries that came in since. The next refresh captures them',
    );
  });

  it('what a command that was killed has left open is ended, and its lease is free', async () => {
    const { client, config, runs } = await openTestSteward({ model: await startScriptedModel(librarian) });
    const taskQueue = config.temporal.task_queue;
    const left = await startOnce(client, startsOf(trialBase(taskQueue, '0123abcd')).refresh());
    const isListed = async () =>
      (await listRuns({ client, query: `WorkflowId = '${left.workflowId}'` })).length === 1;
    await expect.poll(isListed).toBe(true);
    expect(await endAbandonedTrials({ client, taskQueue })).toBe(0);
    expect(await runs.isClosed(left)).toBe(false);
    expect(await endAbandonedTrials({ client, taskQueue, silentMilliseconds: 0 })).toBe(1);
    expect(await runs.isClosed(left)).toBe(true);
  });

  it('leave the runs of another Steward alone whose name begins like that of their own queues', async () => {
    const { client, config, runs } = await openTestSteward({ model: await startScriptedModel(librarian) });
    const taskQueue = config.temporal.task_queue;
    const other = startsOf(trialBase(taskQueue, 'out'));
    const started = [await startOnce(client, other.refresh()), await startOnce(client, other.regenerate())];
    const query = `WorkflowId STARTS_WITH '${trialBase(taskQueue, 'out')}/'`;
    await expect.poll(async () => (await listRuns({ client, query })).length).toBe(2);
    expect(await openRegenerations({ client, taskQueue })).toEqual([]);
    expect(await endAbandonedTrials({ client, taskQueue, silentMilliseconds: 0 })).toBe(0);
    expect(await Promise.all(started.map((run) => runs.isClosed(run)))).toEqual([false, false]);
  });

  it('a generation that is not there is told in one sentence', async () => {
    const model = await startScriptedModel(librarian);
    const command = await commandsOf(await openTestSteward({ model }), model.baseUrl);
    expect(await command('library', 'rollback', '7')).toMatchObject({
      code: 2,
      err: expect.stringContaining('The library has no generation 7') as string,
    });
  });
});
