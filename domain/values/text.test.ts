import { expect, it, test } from 'vitest';
import * as fc from 'fast-check';
import {
  countOf,
  cutAtSentence,
  percentOf,
  shortenedTo,
  storableText,
  compareCodePoints,
  wordCount,
} from './text.ts';

it('counts words, not punctuation', () => {
  expect(wordCount("don't panic - v1.2.3!")).toBe(3);
});

it('names one thing in the singular, and none or several in the plural', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'topic'))).toEqual(['0 topics', '1 topic', '2 topics']);
  expect([0, 1, 2].map((count) => countOf(count, 'entry', 'entries'))).toEqual([
    '0 entries',
    '1 entry',
    '2 entries',
  ]);
});

it('gives a share in whole percent, and a dash for a share of nothing', () => {
  expect([percentOf(2, 3), percentOf(0, 3), percentOf(0, 0)]).toEqual(['67 %', '0 %', '–']);
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

it('cuts after the last whole sentence', () => {
  expect(cutAtSentence('One is here. Two is there. Three is nowhere to be found.', 40)).toBe(
    'One is here. Two is there.',
  );
  expect(cutAtSentence('一つ目の文です。二つ目の文です。三つ目。', 18)).toBe(
    '一つ目の文です。二つ目の文です。',
  );
});

it('cuts before a link that does not fit, not through it', () => {
  expect(cutAtSentence('これは<https://docs.example.com/a/very/long/path> で読めます', 20)).toBe('これは');
});

it('closes a code fence that the cut opened', () => {
  const cut = cutAtSentence(`Run this:\n\`\`\`sh\n${'echo hello\n'.repeat(20)}\`\`\``, 80);
  expect(cut.match(/```/gu)).toHaveLength(2);
});

it('is never longer than asked, closing fences included, and never splits a character', () => {
  const code = fc.constantFrom('```', '\n', 'echo hello', 'One. ');
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(code, { maxLength: 60 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 200 }), (whole, max) => {
      const cut = cutAtSentence(whole, max);
      return cut.length <= max && cut.isWellFormed();
    }),
  );
});

it('shortens after a whole word, unless that takes too much', () => {
  const text = 'Every setting of the server';
  expect(shortenedTo(text, 27)).toBe(text);
  expect(shortenedTo(text, 26)).toBe('Every setting of the…');
  expect(shortenedTo(text, 21)).toBe('Every setting of the…');
  expect(shortenedTo(text, 20)).toBe('Every setting of…');
  expect(shortenedTo(`${'a'.repeat(30)} b`, 10)).toBe('aaaaaaaaa…');
  expect(shortenedTo('👍👍👍', 4)).toBe('👍…');
});
