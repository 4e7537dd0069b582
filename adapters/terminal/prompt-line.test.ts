import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { openPromptLine } from './prompt-line.ts';

function open({ terminal }: { readonly terminal: boolean }) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const lines: string[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const line = openPromptLine({
    input,
    output,
    terminal,
    onLine: (text) => lines.push(text),
    onEnd: resolve,
  });
  onTestFinished(() => line.close());
  /** Returns the lines so far. */
  const type = async (text: string) => {
    input.write(text);
    await new Promise(setImmediate);
    return lines;
  };
  return { type, line, ended, shown: () => String(output.read() ?? '') };
}

const paste = (text: string) => `\u001B[200~${text}\u001B[201~`;

it('pasted lines are one text, which Enter sends', async () => {
  const { type } = open({ terminal: true });
  expect(await type(`Why: ${paste('first\rsecond\r\rthird')}`)).toEqual([]);
  expect(await type('!\r')).toEqual(['Why: first\nsecond\n\nthird!']);
  expect(await type('next\r')).toEqual(['Why: first\nsecond\n\nthird!', 'next']);
});

it('Ctrl-C takes a paste back, and leaves when there is none', async () => {
  const { type, ended } = open({ terminal: true });
  await type(paste('secret\rmore'));
  expect(await type('\u0003')).toEqual(['']);
  expect(await type('next\r')).toEqual(['', 'next']);
  await type('\u0003');
  expect(await ended).toBe('interrupted');
});

it('typed lines are one text each', async () => {
  const { type } = open({ terminal: true });
  expect(await type('first\rsecond\r')).toEqual(['first', 'second']);
});

it('the terminal marks pastes as long as the prompt is open', async () => {
  const { line, ended, shown } = open({ terminal: true });
  expect(shown()).toContain('\u001B[?2004h');
  line.close();
  await ended;
  expect(shown()).toContain('\u001B[?2004l');
});

it('what is no terminal gets no control characters', async () => {
  const { type, line, ended, shown } = open({ terminal: false });
  expect(await type('first\nsecond\n')).toEqual(['first', 'second']);
  line.close();
  await ended;
  expect(shown()).not.toContain('\u001B');
});
