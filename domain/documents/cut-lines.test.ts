import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutLines } from './cut-lines.ts';

const log = Array.from({ length: 100 }, (_, at) => `line ${at}`).join('\n');

it('leaves a text that fits as it is', () => {
  expect(cutLines(' one\r\ntwo\n', 20)).toBe('one\ntwo');
});

it('keeps whole lines from both ends and says how many are missing', () => {
  expect(cutLines(log, 40)).toBe('line 0\nline 1\n[… 96 lines left out …]\nline 98\nline 99');
});

it('keeps both ends of a single endless line', () => {
  expect(cutLines(`begin${'x'.repeat(500)}end`, 10)).toBe('begin\n[… 498 characters left out …]\nxxend');
});

it('never grows beyond the limit and the line that says what is missing', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), fc.integer({ min: 2, max: 500 }), (text, maxChars) => {
      expect(cutLines(text, maxChars).length).toBeLessThanOrEqual(maxChars + 60);
    }),
  );
});
