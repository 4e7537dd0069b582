import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { commandLine } from './command-line.ts';

it('the help of every command names a default that says something, and no flag that is off or list that is empty', () => {
  const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];
  const help = all(commandLine())
    .map((command) => command.helpInformation())
    .join('\n');
  expect(help).toMatch(/\(default:\s+100\)/u);
  expect(help).not.toMatch(/\(default:\s+(?:false|\[\])\)/u);
});
