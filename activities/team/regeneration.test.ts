import { expect, it } from 'vitest';
import { inStep, openSteps } from '../../test/support/steps/team-steps.ts';
import { addPair } from '../../test/support/storage/add-pair.ts';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { beginRegeneration, compareGeneration } from './regeneration.ts';

it('a comparison names no topic that went with a person who is forgotten while it is made', async () => {
  const store = await openIn(testFolder());
  const { library, records, erasure } = store;
  const turns = [
    { label: 'User', text: 'I am Noor Haddad. How do I set the port?' },
    { label: 'Team', text: 'Set the port to 8080.' },
  ] as const;
  const written = await library.appendRaw(entry(1, { turns }), testNow);
  const origin = { link: null, correctedSourceIds: [], snapshotId: null };
  await records.savePairOrigin({ ...origin, qaId: written.qaId, authorIds: ['noor', 'tina'] });
  await addPair(library, written, { slug: 'noor-haddad', generation: 1 });
  const steps = openSteps({ store, decide: () => ({ skip: true, topic_name: '' }) });
  const run = { firstRunId: 'first' };
  const { generation } = await inStep(() => beginRegeneration(steps, run));
  const forgets: typeof library.saveComparison = async (...comparison) => {
    await erasure.erase({ userId: 'noor' });
    return library.saveComparison(...comparison);
  };
  const compare = (over: Partial<typeof library>) =>
    records.unlessForgotten(() =>
      inStep(() => compareGeneration({ ...steps, library: { ...library, ...over } }, { ...run, generation })),
    );
  await expect(compare({ saveComparison: forgets })).rejects.toMatchObject({
    code: 'person_forgotten',
    kind: 'transient',
  });
  expect(await library.comparison()).toBeNull();
  await compare({});
  expect(await library.comparison()).toMatchObject({ differences: [] });
});
