import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints } from './code-point-order.ts';

const sign = (a: string, b: string): number => Math.sign(compareCodePoints(a, b));

test('an emoji comes after U+FFFD, where UTF-16 has it before', () => {
  expect(sign('\u{1F600}', '\u{FFFD}')).toBe(1);
});

test('the order is that of UTF-8 bytes', () => {
  const texts = fc.string({
    unit: fc.constantFrom('a', 'b', '\u{7FF}', '\u{D7FF}', '\u{E000}', '\u{FFFF}', '\u{10000}', '\u{10FFFF}'),
  });
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(sign(a, b)).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
