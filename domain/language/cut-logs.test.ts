import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutLogFile, cutLogs } from './cut-logs.ts';

const log = Array.from({ length: 400 }, (_, at) => `12:00:${at} step ${at} of the build is done`);
log[150] = 'npm ERR! code EACCES';
const post = [
  'Since the update my build ends after a minute. This is what I see:',
  '```',
  ...log,
  '```',
  'It worked last week. What can I do?',
].join('\n');

it('a text that fits stays as it is, with one kind of line end', () => {
  expect(cutLogs(' one\r\ntwo\n', 20)).toBe('one\ntwo');
});

it('a question keeps its words, and its log the error and the last lines', () => {
  const cut = cutLogs(post, 2_000);
  expect(cut.length).toBeLessThanOrEqual(2_100);
  expect(cut).toContain('Since the update my build ends');
  expect(cut).toContain('It worked last week. What can I do?');
  expect(cut).toContain('npm ERR! code EACCES');
  expect(cut).toContain('12:00:399 step 399');
  expect(cut).toContain('12:00:0 step 0');
  expect(cut).toMatch(/\[… \d+ lines left out …\]/u);
});

it('a log that is pasted without a fence is one too', () => {
  const cut = cutLogs(post.replaceAll('```', ''), 2_000);
  expect(cut).toContain('What can I do?');
  expect(cut).toContain('npm ERR! code EACCES');
});

it('an error that a log repeats is kept where it was said last', () => {
  const loop = Array.from({ length: 300 }, (_, at) => `${at} Error: cannot connect, attempt ${at}`);
  const cut = cutLogFile([...loop.slice(0, 200), 'the step that broke it', ...log].join('\n'), 1_500);
  expect(cut).toContain('199 Error: cannot connect');
  expect(cut).not.toContain('100 Error: cannot connect');
  expect(cut).toContain('npm ERR! code EACCES');
});

it('a line that is too long keeps its two ends', () => {
  const cut = cutLogFile(`begin${'x'.repeat(5_000)}end`, 400);
  expect(cut).toMatch(/^begin.*characters left out.*end$/u);
});

it('whatever is cut is hardly longer than it may be, and has what comes last', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 120 }), { maxLength: 60 }),
      fc.integer({ min: 400, max: 900 }),
      (lines, maxChars) => {
        const text = lines.join('\n');
        expect(cutLogFile(text, maxChars).length).toBeLessThanOrEqual(maxChars * 1.1 + 60);
        const last = text.replaceAll(/\r\n?/gu, '\n').trim().split('\n').at(-1) ?? '';
        expect(cutLogFile(text, maxChars).endsWith(last.slice(-20).toWellFormed())).toBe(true);
      },
    ),
  );
});

it('a question right above a log of errors stays', () => {
  const log = Array.from(
    { length: 500 },
    (_, at) => `ERROR ${String.fromCodePoint(97 + (at % 26)).repeat(30)} ${'x'.repeat(at % 20)}`,
  );
  const cut = cutLogs(['Why does my backup stop?', ...log].join('\n'), 2_000);
  expect(cut.length).toBeLessThanOrEqual(2_100);
  expect(cut).toContain('Why does my backup stop?');
});
