import { expect, it } from 'vitest';
import type { Model } from '../../domain/ports/model.ts';
import { inStep, openSteps } from '../../test/support/steps/team-steps.ts';
import { openIn, testFolder } from '../../test/support/storage/test-store.ts';
import { cachedDecide } from './cached-decide.ts';

const sections = [{ name: 'pair', id: null, text: 'User: I am Anna' }] as const;

/** Decisions of a model that may be held up. */
async function open() {
  const store = await openIn(testFolder());
  const steps = openSteps({ store, decide: () => ({ skip: false, topic_name: 'anna' }) });
  const decide = async (meanwhile: () => Promise<unknown> = async () => null) => {
    const model: Model = {
      ...steps.model,
      decide: async (request) => {
        await meanwhile();
        return steps.model.decide(request);
      },
    };
    return store.records.unlessForgotten(() =>
      inStep(() => cachedDecide({ ...steps, model }, { decision: 'ClassificationResult', sections })),
    );
  };
  let erased = 0;
  const erase = () => store.erasure.erase({ userId: `anna-${(erased += 1)}` });
  return { decide, erase };
}

it('a model is asked once', async () => {
  const { decide } = await open();
  expect([(await decide()).modelCalls, (await decide()).modelCalls]).toEqual([1, 0]);
});

const forgotten = { code: 'person_forgotten', kind: 'transient' };

it('what a model said does not count if somebody was erased meanwhile, nor what it said before', async () => {
  const { decide, erase } = await open();
  await decide();
  await erase();
  await expect(decide(erase)).rejects.toMatchObject(forgotten);
  expect((await decide()).modelCalls).toBe(1);
  expect((await decide()).modelCalls).toBe(0);
});
