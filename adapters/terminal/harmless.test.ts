import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { harmless, harmlessJson, harmlessLine } from './harmless.ts';

// oxlint-disable-next-line no-control-regex
const dangerous = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u001b[2J', '\u009b31m', '\r', '\u202e', '\ud800', '\n'),
    ),
  )
  .map((parts) => parts.join(''));

test('no text reaches a terminal with a control character', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(harmless(text)).not.toMatch(dangerous);
      expect(harmlessLine(text)).not.toMatch(/[\n\t]/);
      expect(harmlessJson({ text })).not.toMatch(dangerous);
    }),
  );
});

test('JSON keeps every value', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(JSON.parse(harmlessJson({ text }))).toEqual({ text });
    }),
  );
});

test('an escape sequence becomes visible, and ordinary text stays as it is', () => {
  expect(harmless('a\u001b[31mb\tc\nd 😀 é')).toBe('a␛[31mb\tc\nd 😀 é');
});

test('a line is cut between whole characters', () => {
  expect(harmlessLine('ab  \n cd', 10)).toBe('ab cd');
  expect(harmlessLine('abcdef', 4)).toBe('abc…');
  expect(harmlessLine('ab😀ef', 4)).toBe('ab…');
});
