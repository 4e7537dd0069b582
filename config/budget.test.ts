import { expect, it } from 'vitest';
import { loadGiven, mistakes } from '../test/support/values/load-given.ts';

const llm = 'ai_response: { llm: { model: gpt-4.1, base_url: "https://api.example.com/v1" } }';

it('takes a price for a model, with dots in its name', () => {
  const { models } = loadGiven({ yaml: 'models: { prices: { gpt-4.1: { input: 2, output: 8 } } }' }).config;
  expect(models.prices).toEqual({ 'gpt-4.1': { input: 2, output: 8 } });
});

it('refuses a budget in dollars while a model in use has no price', () => {
  const { problems } = mistakes({ yaml: `${llm}\nbudget: { usd_per_day: 5 }` });
  expect(problems).toMatchObject([
    {
      path: 'models.prices.gpt-4.1',
      expected: 'a price for each model that is used, because budget.usd_per_day is set',
    },
  ]);
});

it('needs no price for the model that costs nothing, nor for a budget in tokens', () => {
  expect(() => loadGiven({ yaml: `${llm}\nbudget: { tokens_per_day: 5 }` })).not.toThrow();
  const extractive = 'ai_response: { llm: { model: extractive } }\nbudget: { usd_per_day: 5 }';
  expect(() => loadGiven({ yaml: extractive })).not.toThrow();
});
