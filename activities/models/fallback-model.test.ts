import { expect, it } from 'vitest';
import { finalError, transientError, type PortError } from '../../domain/ports/errors.ts';
import type { Model } from '../../domain/ports/model.ts';
import { gateRequest } from '../../test/support/provider/provider-model.ts';
import { gateDecision } from '../../test/support/values/decisions.ts';
import { withFallbacks } from './fallback-model.ts';

const call = { inputTokens: 1, outputTokens: 1, costUsd: null, milliseconds: 0 };

/** A model that fails, or decides if it has no error. Notes that it was asked. */
const named = (name: string, asked: string[], error: Error | null = null): Model => ({
  modelFor: () => name,
  async decide() {
    asked.push(name);
    if (error) throw error;
    return { value: gateDecision({ reason: name }) as never, call: { ...call, model: name } };
  },
});

const away = transientError('model_unavailable', 'It is away.');

it.each([
  ['is away', away],
  ['is over its quota', transientError('model_rate_limited', 'Later.')],
  ['refuses', finalError('model_refused', 'No.')],
  ['finds the prompt too long', finalError('model_context_exceeded', 'Too long.')],
  ['has a wrong key', finalError('model_unauthorized', 'No.')],
])('the next model is asked when one %s, and it says who has answered', async (_, error) => {
  const asked: string[] = [];
  const model = withFallbacks([named('a', asked, error), named('b', asked, away), named('c', asked)]);
  expect((await model.decide(gateRequest)).call.model).toBe('c');
  expect(asked).toEqual(['a', 'b', 'c']);
  expect(model.modelFor('LLMGateDecision')).toBe('a > b > c');
});

it.each<readonly [string, Error]>([
  ['a spent budget', finalError('budget_spent', 'Spent.')],
  ['the limit of calls', finalError('question_calls_spent', 'Spent.')],
  ['a cancelled step', new Error('cancelled')],
])('%s ends the chain', async (_, error) => {
  const asked: string[] = [];
  await expect(withFallbacks([named('a', asked, error), named('b', asked)]).decide(gateRequest)).rejects.toBe(
    error,
  );
  await expect(
    withFallbacks([named('a', asked, away), named('b', asked, error), named('c', asked)]).decide(gateRequest),
  ).rejects.toBe(error);
  expect(asked).toEqual(['a', 'a', 'b']);
});

it('if all fail, the first one says why', async () => {
  const refused: PortError = finalError('model_refused', 'No.');
  await expect(
    withFallbacks([named('a', [], away), named('b', [], refused)]).decide(gateRequest),
  ).rejects.toBe(away);
});
