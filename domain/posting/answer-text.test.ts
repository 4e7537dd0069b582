import { expect, it } from 'vitest';
import { processorMilliseconds } from '../../test/support/processor-time.ts';
import { isBlankAnswer, withoutSourceIds } from './answer-text.ts';

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
  'None',
  'N/A',
  '...',
])('takes %j for no answer', (answer) => {
  expect(isBlankAnswer(answer)).toBe(true);
});

it('takes words for an answer', () => {
  expect(isBlankAnswer('Null is a value in SQL.')).toBe(false);
  expect(isBlankAnswer('None of them.')).toBe(false);
  expect(isBlankAnswer('`/`')).toBe(false);
});

const titles = new Map([
  ['kb:a b.md', 'Setup'],
  ['kb:https://a.example/x', 'Page'],
  ['team:ports.txt', 'Ports'],
  ['qa_20260201_031056', ''],
]);

it.each([
  ['Set it [kb:a b.md].', 'Set it.', ['kb:a b.md']],
  ['Set it (source: `kb:a b.md`, team:ports.txt).', 'Set it.', ['kb:a b.md', 'team:ports.txt']],
  ['Set it【team:ports.txt】[qa_20260201_031056]', 'Set it', ['team:ports.txt', 'qa_20260201_031056']],
  [
    'As `team:ports.txt` says, see kb:https://a.example/x.',
    'As Ports says, see Page.',
    ['team:ports.txt', 'kb:https://a.example/x'],
  ],
  ['[kb:a b.md](https://a.example) and (kb:other.md), team:mates', null, []],
  ['Call f(x) [1] with {"kb:": 1}', null, []],
])('names no ids of sources: %s', (answer, text, cited) => {
  expect(withoutSourceIds(answer, titles)).toEqual({ text: text ?? answer, cited });
});

it('reads long answers of brackets in a moment', () => {
  for (const unit of ['[', '(kb:', 'kb:', '[kb:a,', ' '])
    expect(processorMilliseconds(() => withoutSourceIds(unit.repeat(100_000), titles))).toBeLessThan(500);
});
