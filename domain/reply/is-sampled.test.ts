import { expect, it } from 'vitest';
import { isSampled } from './is-sampled.ts';

const ids = Array.from({ length: 2_000 }, (_, at) => String(1_459_012_345_678_901_234n + BigInt(at)));
const sample = (rate: number) => ids.filter((id) => isSampled(id, rate));

it('takes about the part that the rate says, always the same ids, and none or all at the ends', () => {
  expect(sample(0.25).length / ids.length).toBeCloseTo(0.25, 1);
  expect(sample(0.25)).toEqual(sample(0.25));
  expect([sample(0).length, sample(1).length]).toEqual([0, ids.length]);
});

it('keeps what a lower rate takes', () => {
  expect(sample(0.5)).toEqual(expect.arrayContaining(sample(0.1)));
});
