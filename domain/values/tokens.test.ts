import { expect, it } from 'vitest';
import { countTokens } from './tokens.ts';

it('counts as o200k_base does', () => {
  expect(countTokens('')).toBe(0);
  expect(countTokens('Set the port to 8080.')).toBe(8);
});

it('takes what looks like a special token for the text that it is', () => {
  expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
});

it.each([' ', 'a', 'ab1?', '語'])('needs no long time for a long run of %j', (piece) => {
  const started = performance.now();
  expect(countTokens(piece.repeat(100_000))).toBeGreaterThan(500);
  expect(performance.now() - started).toBeLessThan(5_000);
});
