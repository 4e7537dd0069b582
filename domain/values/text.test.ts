import { expect, it, test } from 'vitest';
import * as fc from 'fast-check';
import { countOf, storableText, compareCodePoints } from './text.ts';

it('names one thing in the singular, and none or several in the plural', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'topic'))).toEqual(['0 topics', '1 topic', '2 topics']);
  expect([0, 1, 2].map((count) => countOf(count, 'entry', 'entries'))).toEqual([
    '0 entries',
    '1 entry',
    '2 entries',
  ]);
});

const units = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});

test('a lone surrogate and NUL become U+FFFD, a pair stays', () => {
  expect(storableText('a\uD83Db\0c\u{1F600}')).toBe('a\u{FFFD}b\u{FFFD}c\u{1F600}');
});

test('white space, line breaks of every kind and other controls are verbatim', () => {
  const text = ' \r\n\u{2028}\u{85}\u{1B}\u{7F}\u{FEFF}\t ';
  expect(storableText(text)).toBe(text);
});

test('what it gives survives UTF-8 and stays as it is', () => {
  fc.assert(
    fc.property(units, (text) => {
      const stored = storableText(text);
      expect(Buffer.from(stored, 'utf8').toString('utf8')).toBe(stored);
      expect(storableText(stored)).toBe(stored);
      expect(stored).not.toContain('\0');
    }),
  );
});

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
