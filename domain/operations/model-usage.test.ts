import { expect, it } from 'vitest';
import { costOf, usageOf, formatUsd, sharesUsed } from './model-usage.ts';

const call = { inputTokens: 10, outputTokens: 5, costUsd: 0.25 };

it('adds up what calls took', () => {
  expect(usageOf([call, call])).toEqual({ modelCalls: 2, inputTokens: 20, outputTokens: 10, costUsd: 0.5 });
  expect(usageOf([])).toMatchObject({ modelCalls: 0, costUsd: 0 });
});

it('knows no total when it does not know a part', () => {
  expect(usageOf([call, { ...call, costUsd: null }]).costUsd).toBeNull();
});

it.each([
  [0, '$0.00'],
  [12.345, '$12.35'],
  [0.01, '$0.01'],
  [0.00421, '$0.0042'],
  [0.000_000_001, '$0.00000000'],
  [null, 'cost unknown'],
])('shows %d as %s', (usd, expected) => {
  expect(formatUsd(usd)).toBe(expected);
});

it('prices what came from the cache by its own price, or as the rest', () => {
  const tokens = { inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 0 };
  expect(costOf({ input: 10, cached_input: 1, output: 0 }, tokens)).toBe(6.4);
  expect(costOf({ input: 10, output: 0 }, tokens)).toBe(10);
});

it('says how much of each limit that there is was used', () => {
  const used = {
    calls: 30,
    inputTokens: 100,
    outputTokens: 50,
    costUsd: 2,
  };
  const limits = { usd_per_day: 8, tokens_per_day: 100, calls_per_day: null };
  expect(sharesUsed(used, limits)).toEqual([
    { limit: 'usd', share: 0.25 },
    { limit: 'tokens', share: 1.5 },
  ]);
});
