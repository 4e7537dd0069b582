import { expect, it } from 'vitest';
import { configSchema } from '../schema.ts';
import { budgetsFor } from './token-budgets.ts';

const aiWith = (ai_response: object) => configSchema.parse({ ai_response }).ai_response;

it.each([4_096, 8_192])('the longest prompt of each step fits a context of %i tokens', (context) => {
  const { system, history, query, attachments, sources, index, answer } = budgetsFor(context);
  const own = 1_100;
  const asked = own + system + history + query;
  expect(asked + sources + attachments + answer).toBeLessThanOrEqual(context);
  expect(asked + sources + 2 * answer).toBeLessThanOrEqual(context + answer);
  expect(asked + index + 200).toBeLessThanOrEqual(context);
});

it('a larger context changes nothing', () => {
  const { token_budgets, max_index_tokens } = aiWith({});
  expect(aiWith({ context_tokens: 128_000 })).toMatchObject({ token_budgets, max_index_tokens });
  expect([token_budgets.query, token_budgets.sources, max_index_tokens]).toEqual([2_000, 6_000, 2_000]);
});

it('what the config sets counts, whatever the context', () => {
  const ai = aiWith({ context_tokens: 4_096, max_index_tokens: 900, token_budgets: { sources: 800 } });
  expect(ai.token_budgets).toMatchObject({ sources: 800, query: 150, answer: 600 });
  expect(ai.max_index_tokens).toBe(900);
});
