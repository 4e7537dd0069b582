import { expect, it } from 'vitest';
import { countStatements } from '../../test/support/storage/count-statements.ts';
import { capture, inStep, openSteps } from '../../test/support/steps/team-steps.ts';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { beginRegeneration, regenerateEntries } from './regeneration.ts';

const run = { firstRunId: 'first' };

/** A store in which twelve pairs of one topic were captured, one after the other. */
async function openCaptured() {
  const deps = openSteps({
    store: await openIn(testFolder()),
    decide: ({ decision }) =>
      decision === 'ClassificationResult'
        ? { skip: false, topic_name: 'gpu' }
        : { skip: false, remove_ids: [] },
  });
  const captureEntry = async (at: number) =>
    capture(deps, (await deps.library.appendRaw(entry(at), testNow)).qaId);
  for (let at = 0; at < 12; at += 1) await captureEntry(at);
  return { deps, captureEntry };
}

/** What some work costs the store. */
async function costOf(work: () => Promise<unknown>) {
  const counted = countStatements();
  await work();
  const { commits, statements } = counted.stop();
  return { commits, statements: statements.length };
}

it('an unchanged pair costs a rebuild one commit and at most 38 statements', async () => {
  const { deps } = await openCaptured();
  const { generation } = await inStep(() => beginRegeneration(deps, run));
  const settle = (limit: number) => async () => {
    const settled = () => regenerateEntries(deps, { ...run, generation, limit, milliseconds: 60_000 });
    expect(await inStep(settled)).toMatchObject({ done: limit, modelCalls: 0 });
  };
  await settle(4)();
  const [one, five] = [await costOf(settle(1)), await costOf(settle(5))];
  expect(five.commits - one.commits).toBe(4);
  expect((five.statements - one.statements) / 4).toBeLessThanOrEqual(38);
});

it('a capture costs at most 6 commits and 72 statements, its text files included', async () => {
  const { captureEntry } = await openCaptured();
  const { commits, statements } = await costOf(() => captureEntry(20));
  expect(commits).toBeLessThanOrEqual(6);
  expect(statements).toBeLessThanOrEqual(72);
});
