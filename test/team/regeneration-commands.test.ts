import { describe, expect, it } from 'vitest';
import { isAbandoned } from '../../adapters/temporal/runs/inspect-runs.ts';
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

    await steward.work(['library']);
    const real = await command('regenerate', '--json');
    const counts = { generation: 2, integrated: 2, topics: 2, model_calls: 4, failed: 0 };
    expect(JSON.parse(real.out)).toMatchObject(counts);

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

  it('a run that a killed command has left open holds no lease, once nobody polls its queue', async () => {
    const { client, config, runs } = await openTestSteward({ model: await startScriptedModel(librarian) });
    const taskQueue = trialBase(config.temporal.task_queue, '0123abcd');
    const left = await startOnce(client, startsOf(taskQueue).refresh());
    expect(await runs.isClosed(left)).toBe(false);
    const startTime = new Date(Date.now() - 10 * 60_000);
    expect(await isAbandoned(client, { taskQueue, startTime })).toBe(true);
    const own = { taskQueue: config.temporal.task_queue, startTime };
    expect(await isAbandoned(client, own)).toBe(false);
    // The name of another Steward, which begins in the same way.
    const other = { taskQueue: trialBase(config.temporal.task_queue, 'out'), startTime };
    expect(await isAbandoned(client, other)).toBe(false);
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
