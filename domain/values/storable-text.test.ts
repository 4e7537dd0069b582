import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { storableText } from './storable-text.ts';

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
