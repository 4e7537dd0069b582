import { expect, it } from 'vitest';
import { countStatements } from '../../test/support/storage/count-statements.ts';
import { capture, inStep, openSteps } from '../../test/support/steps/team-steps.ts';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import type { LibraryDeps } from '../deps.ts';
import { beginRegeneration, regenerateEntries } from './regeneration.ts';

const run = { firstRunId: 'first' };

/** What the settling of so many entries of a rebuild costs the store. */
async function costOf(deps: LibraryDeps, generation: number, limit: number) {
  const counted = countStatements();
  const { modelCalls } = await inStep(() =>
    regenerateEntries(deps, { ...run, generation, limit, milliseconds: 60_000 }),
  );
  expect(modelCalls).toBe(0);
  const { commits, statements } = counted.stop();
  return { commits, statements: statements.length };
}

it('an unchanged pair costs a rebuild one commit and at most 24 statements', async () => {
  const deps = openSteps({
    store: await openIn(testFolder()),
    decide: ({ decision }) =>
      decision === 'ClassificationResult'
        ? { skip: false, topic_name: 'gpu' }
        : { skip: false, remove_ids: [] },
  });
  for (let at = 0; at < 12; at += 1) {
    await capture(deps, (await deps.library.appendRaw(entry(at), testNow)).qaId);
  }
  const { generation } = await inStep(() => beginRegeneration(deps, run));
  await costOf(deps, generation, 4);
  const one = await costOf(deps, generation, 1);
  const five = await costOf(deps, generation, 5);
  expect(five.commits - one.commits).toBe(4);
  expect((five.statements - one.statements) / 4).toBeLessThanOrEqual(24);
});
