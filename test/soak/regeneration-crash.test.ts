import { describe, expect, it } from 'vitest';
import {
  fillArchive,
  librarian,
  liveLibrary,
  startRegeneration,
  stepByStep,
} from '../support/storage/archive.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { dead, kill, openTestSteward } from '../support/steward.ts';

/** Of two entries with one entry a step, in their order. */
const steps = [
  'beginRegeneration',
  'regenerateEntries',
  'regenerateEntries',
  'describeTopics',
  'publishGeneration',
  'endRegeneration',
] as const;

describe('a regeneration whose worker is killed', () => {
  it('in the middle of a model call makes that one again, and no other', async () => {
    let asked = 0;
    const script: Script = (call) => {
      if (call.decision === 'ClassificationResult') asked += 1;
      return call.decision === 'ClassificationResult' && asked === 3 ? 'hang' : librarian(call);
    };
    const model = await startScriptedModel(script);
    const steward = await openTestSteward({ model });
    await fillArchive(steward, 5);
    const first = await steward.spawnWorker();
    const run = await startRegeneration(steward, { timings: stepByStep.timings });
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(3);
    await kill(first);
    await steward.spawnWorker();
    expect(await run.result()).toMatchObject({ integrated: 5, topics: 2 });
    expect(model.calls).toHaveLength(5 + 3 + 2 + 1);
  });

  it('after every single step goes on, with the old library or the new one whole at all times', async () => {
    const model = await startScriptedModel(librarian);
    const steward = await openTestSteward({ model });
    const { library } = steward.storage;
    await fillArchive(steward, 2);
    const old = await liveLibrary(steward);
    const run = await startRegeneration(steward, stepByStep);
    const after: string[] = [];
    for (const dieAfter of steps) {
      const worker = await steward.spawnWorker({ dieAfter });
      await dead(worker);
      const live = await library.liveGeneration();
      const isOld = (await liveLibrary(steward)) === old;
      const isWhole = (await library.unsettled(live)).length === 0;
      after.push(live === 1 && isOld ? 'old' : live === 2 && isWhole ? 'new' : 'broken');
    }
    expect(after).toEqual(['old', 'old', 'old', 'old', 'new', 'new']);
    await steward.spawnWorker();
    expect(await run.result()).toMatchObject({ generation: 2, integrated: 2, topics: 2 });
    expect(model.calls).toHaveLength(2 + 2);
    expect(await (await startRegeneration(steward)).result()).toMatchObject({ generation: 3, modelCalls: 0 });
  }, 600_000);
});
