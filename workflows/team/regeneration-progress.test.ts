import { expect, it } from 'vitest';
import { describeProgress, noProgress } from './regeneration-progress.ts';

const working = {
  ...noProgress,
  step: 'entries',
  done: 120,
  total: 1000,
  topics: 14,
  modelCalls: 231,
  inputTokens: 9_000,
  outputTokens: 500,
  costUsd: 0.4183,
};

it('a regeneration says what is done and what it took', () => {
  expect(describeProgress(working)).toBe(
    'entries: 120 of 1000 done, 14 topics, 231 model calls, 9500 tokens, $0.42',
  );
});

it('one that asks a model without a price does not say what it costs', () => {
  expect(describeProgress({ ...working, costUsd: null })).toContain('9500 tokens, cost unknown');
});

it('a paused one says how to go on', () => {
  expect(describeProgress({ ...working, paused: true })).toMatch(
    /^Paused: entries: 120 .*the signal `resume`/u,
  );
});
