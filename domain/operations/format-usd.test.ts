import { expect, it } from 'vitest';
import { formatUsd } from './format-usd.ts';

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
