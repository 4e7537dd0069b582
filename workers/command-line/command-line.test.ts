import type { Command } from 'commander';
import { expect, it, vi } from 'vitest';
import { commandLine } from './command-line.ts';

it('the help of every command names a default that says something, and no flag that is off or list that is empty', () => {
  const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];
  const help = all(commandLine())
    .map((command) => command.helpInformation())
    .join('\n');
  expect(help).toMatch(/\(default:\s+100\)/u);
  expect(help).not.toMatch(/\(default:\s+(?:false|\[\])\)/u);
});

it.each([
  [['help', 'nothing'], "error: unknown command 'nothing'"],
  [['discord', 'help', 'nothing'], "error: unknown command 'nothing'"],
])('%j says first that there is no such command', async (words, sentence) => {
  let written = '';
  const stderr = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => (written += String(text)) !== '');
  const ended = await commandLine()
    .parseAsync(words, { from: 'user' })
    .catch((error: unknown) => error);
  stderr.mockRestore();
  expect(ended).toMatchObject({ exitCode: 1 });
  expect(written.split('\n')[0]).toBe(sentence);
});
