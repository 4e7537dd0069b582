import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAtSentence, isBlankAnswer } from './answer-text.ts';

it.each([
  null,
  '',
  '  \n',
  'null',
  ' NULL ',
  '"null"',
  '`null`.',
  '\u200B',
  '\u202E\u2066',
  '\u3164',
  '**\u200D**',
  '||  ||',
  '\u{E0041}',
])('takes %j for no answer', (answer) => {
  expect(isBlankAnswer(answer)).toBe(true);
});

it('takes words for an answer', () => {
  expect(isBlankAnswer('Null is a value in SQL.')).toBe(false);
});

it('cuts after the last whole sentence', () => {
  expect(cutAtSentence('One is here. Two is there. Three is nowhere to be found.', 40)).toBe(
    'One is here. Two is there.',
  );
});

it('cuts before a link that does not fit, not through it', () => {
  expect(cutAtSentence('これは<https://docs.example.com/a/very/long/path> で読めます', 20)).toBe('これは');
});

it('closes a code fence that the cut opened', () => {
  const cut = cutAtSentence(`Run this:\n\`\`\`sh\n${'echo hello\n'.repeat(20)}\`\`\``, 80);
  expect(cut.match(/```/gu)).toHaveLength(2);
});

it('is never longer than asked, a closing fence aside, and never splits a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.integer({ min: 1, max: 200 }),
      (text, max) => {
        const cut = cutAtSentence(text, max);
        return cut.length <= max + 4 && cut.isWellFormed();
      },
    ),
  );
});
