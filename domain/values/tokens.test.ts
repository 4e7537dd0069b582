import { expect, it } from 'vitest';
import { countTokens } from './tokens.ts';
import { processorMilliseconds } from '../../test/support/processor-time.ts';

it('counts as o200k_base does', () => {
  expect(countTokens('')).toBe(0);
  expect(countTokens('Set the port to 8080.')).toBe(8);
});

it('takes what looks like a special token for the text that it is', () => {
  expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
});

it.each([' ', 'a', 'ab1?', '語'])('needs no long time for a long run of %j', (piece) => {
  let tokens = 0;
  expect(processorMilliseconds(() => (tokens = countTokens(piece.repeat(100_000))))).toBeLessThan(5_000);
  expect(tokens).toBeGreaterThan(500);
});

it('a run of megabytes is counted', () => {
  expect(countTokens('語'.repeat(10_000_000))).toBeGreaterThan(1_000_000);
});
