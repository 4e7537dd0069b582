import { expect, it } from 'vitest';
import type { Model } from '../../domain/ports/model.ts';
import { inStep, openSteps } from '../../test/support/steps/team-steps.ts';
import { openIn, testFolder } from '../../test/support/storage/test-store.ts';
import { cachedDecide } from './cached-decide.ts';

const sections = [{ name: 'pair', id: null, text: 'User: I am Anna' }] as const;

/** A clock that moves a second at each look, and decisions of a model that may be held up. */
async function open() {
  let second = 0;
  const now = () => new Date(Date.UTC(2026, 1, 1) + (second += 1) * 1000);
  const store = await openIn(testFolder(), { now });
  const steps = openSteps({ store, now, decide: () => ({ skip: false, topic_name: 'anna' }) });
  const decide = (meanwhile: () => Promise<unknown> = async () => null) => {
    const model: Model = {
      ...steps.model,
      decide: async (request) => {
        await meanwhile();
        return steps.model.decide(request);
      },
    };
    return inStep(() => cachedDecide({ ...steps, model }, { decision: 'ClassificationResult', sections }));
  };
  return { decide, erase: () => store.erasure.erase({ userId: 'anna', now: now() }) };
}

it('a model is asked once', async () => {
  const { decide } = await open();
  expect([(await decide()).modelCalls, (await decide()).modelCalls]).toEqual([1, 0]);
});

it('what a model said is not kept if somebody was erased meanwhile, nor what it said before', async () => {
  const { decide, erase } = await open();
  await decide();
  await erase();
  expect((await decide(erase)).modelCalls).toBe(1);
  expect((await decide()).modelCalls).toBe(1);
  expect((await decide()).modelCalls).toBe(0);
});
