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
  millisecondsLeft: 61_000,
};

it('a regeneration says what is done, what it took and how long it takes', () => {
  expect(describeProgress(working)).toBe(
    'entries: 120 of 1000 done, 14 topics, 231 model calls, 9500 tokens, $0.42, about 61 seconds left',
  );
});

it.each([
  [300_000, 'about 5 minutes left'],
  [7_200_000, 'about 2 hours left'],
])('the time left of %i ms is told in the unit that says enough', (millisecondsLeft, expected) => {
  expect(describeProgress({ ...working, millisecondsLeft })).toContain(expected);
});

it('one that asks a model without a price does not say what it costs', () => {
  expect(describeProgress({ ...working, costUsd: null })).toContain('9500 tokens, cost unknown, about');
});

it('a paused one says how to go on', () => {
  expect(describeProgress({ ...working, paused: true })).toMatch(
    /^Paused: entries: 120 .*the signal `resume`/u,
  );
});
