import { expect, it } from 'vitest';
import { inStep, openSteps, whileDeciding } from '../../test/support/steps/team-steps.ts';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { classify } from './classify.ts';
import { integrate } from './integrate.ts';

it('no topic is named after the words of a person who is forgotten while their pair is classified', async () => {
  const store = await openIn(testFolder());
  const { library, records, erasure } = store;
  const turns = [
    { label: 'User', text: 'How do I set the port?' },
    { label: 'User', text: 'I am Noor Haddad of Elm Street. Why was I refused?' },
    { label: 'Team', text: 'Set the port to 8080.' },
  ] as const;
  const { qaId } = await library.appendRaw(entry(1, { turns, messageIds: ['11', '12', '13'] }), testNow);
  const origin = { link: null, correctedSourceIds: [], snapshotId: null };
  await records.savePairOrigin({ ...origin, qaId, authorIds: ['ben', 'noor', 'tina'] });
  const steps = openSteps({
    store,
    decide: ({ decision, sections }) => {
      if (decision !== 'ClassificationResult') return { skip: false, remove_ids: [] };
      const isShown = sections.some(({ text }) => text.includes('Noor Haddad'));
      return { skip: false, topic_name: isShown ? 'noor-haddad-elm-street' : 'ports' };
    },
  });
  const model = whileDeciding(steps.model, () => erasure.erase({ userId: 'noor' }));
  const deps = { ...steps, model };
  const classified = () =>
    records.unlessForgotten(() => inStep(() => classify(deps, { qaId, generation: 1 })));
  await expect(classified()).rejects.toMatchObject({ code: 'person_forgotten', kind: 'transient' });
  const { topic } = await classified();
  await inStep(() => integrate(deps, { qaId, topic, generation: 1 }));
  expect((await library.topics(1)).map(({ slug }) => slug)).toEqual(['ports']);
});

it('what the team typed into a form is learned, whatever a model thinks of it', async () => {
  const store = await openIn(testFolder());
  const { library, records } = store;
  const steps = openSteps({
    store,
    decide: ({ decision }) =>
      decision === 'ClassificationResult'
        ? { skip: true, topic_name: '' }
        : { skip: true, remove_ids: [], cover_ids: [] },
  });
  const learn = async (at: number, isTyped: boolean) => {
    const { qaId } = await library.appendRaw(entry(at), testNow);
    const origin = { link: null, correctedSourceIds: [], authorIds: null, snapshotId: null, isTyped };
    await records.savePairOrigin({ ...origin, qaId });
    const { topic } = await inStep(() => classify(steps, { qaId, generation: 1 }));
    return inStep(() => integrate(steps, { qaId, topic, generation: 1 }));
  };
  expect(await learn(1, false)).toMatchObject({ outcome: 'skipped', topic: null });
  expect(await learn(2, true)).toMatchObject({ outcome: 'integrated', topic: 'corrections' });
  expect(await learn(3, true)).toMatchObject({ outcome: 'integrated', topic: 'corrections' });
});
