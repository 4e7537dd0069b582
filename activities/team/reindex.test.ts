import { expect, it } from 'vitest';
import { inStep, openSteps } from '../../test/support/steps/team-steps.ts';
import { addPair } from '../../test/support/storage/add-pair.ts';
import { countStatements } from '../../test/support/storage/count-statements.ts';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { reindex } from './reindex.ts';

it('a topic that needs no description costs the store one read of its text', async () => {
  const store = await openIn(testFolder());
  const topics = ['cpu', 'disk', 'gpu', 'ram', 'ssd'];
  for (const [at, slug] of topics.entries())
    await addPair(store.library, await store.library.appendRaw(entry(at + 1), testNow), {
      slug,
      generation: 1,
    });
  const deps = openSteps({ store, decide: () => ({ text: 'About it.', questions: [] }) });
  const describe = (slugs: readonly string[]) =>
    inStep(() => reindex(deps, { generation: 1, topics: slugs }));
  expect(await describe(topics)).toMatchObject({ described: 5 });
  const costOf = async (work: () => Promise<unknown>) => {
    const counted = countStatements();
    await work();
    return counted.stop().statements.length;
  };
  await describe([]);
  const none = await costOf(() => describe([]));
  const text = (await costOf(() => store.library.topic(1, 'gpu'))) * topics.length;
  expect(await costOf(() => describe(topics))).toBe(none + text);
});
