import { expect, it, vi } from 'vitest';
import { printLine } from './print.ts';
import { progressTo } from './progress.ts';

/** What a stream is told, with a clock of the test's own. */
function open(isTTY: boolean) {
  let written = '';
  let seconds = 0;
  const progress = progressTo({ isTTY, write: (text) => (written += text) }, () => seconds * 1_000);
  const work = (pages: number, total = 100) => {
    for (let done = 1; done <= pages; done += 1) {
      seconds += 1;
      progress.phase({ phase: 'Reading', done, total });
    }
  };
  return { progress, work, written: () => written };
}

it('says every ten seconds how far work is, at which pace and how long it takes, where there is no terminal', () => {
  const { work, written } = open(false);
  work(25);
  expect(written()).toBe(
    'Reading: 11 of 100 done, 1 a second, about 89 seconds left\n' +
      'Reading: 21 of 100 done, 1 a second, about 79 seconds left\n',
  );
});

it('says nothing of work that takes less than ten seconds, and begins anew with a phase', () => {
  const { progress, work, written } = open(false);
  work(9);
  progress.phase({ phase: 'Writing', done: 0, total: 9 });
  work(9);
  expect(written()).toBe('');
});

it('changes one line of a terminal, ends it when all is done, and gives it up for a line that stays', () => {
  const { progress, work, written } = open(true);
  work(2, 2);
  progress.phase({ phase: 'Reading', done: 2, total: 2 });
  progress.phase({ phase: 'Writing', done: 0, total: 3, line: (pace) => `${pace}, slowly` });
  progress('Interrupted');
  progress('Over');
  const clear = '\r\u001B[K';
  expect(written()).toBe(
    `${clear}Reading: 1 of 2 done${clear}Reading: 2 of 2 done, 1 a second\n` +
      `${clear}0 of 3 done, slowly${clear}Interrupted\nOver\n`,
  );
});

it('a line that still changes is ended before a result is printed', () => {
  const { work, written } = open(true);
  let result = '';
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    result = `${written()} then ${String(text)}`;
    return true;
  });
  work(1);
  printLine('contradicts the team');
  printLine('agrees');
  stdout.mockRestore();
  expect(result).toBe('\r\u001B[KReading: 1 of 100 done\n then agrees\n');
});
