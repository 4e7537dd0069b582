import { expect, test } from 'vitest';
import { type Command, commandHelp, parseCommand } from './parse-command.ts';

test.each<[string, Command]>([
  ['', { kind: 'nothing' }],
  ['  ', { kind: 'nothing' }],
  ['How?', { kind: 'say', text: 'How?' }],
  [' /etc/hosts is what?', { kind: 'say', text: '/etc/hosts is what?' }],
  ['/ask How?', { kind: 'say', text: '@steward How?' }],
  ['/ask How?\nOn Windows.', { kind: 'say', text: '@steward How?\nOn Windows.' }],
  ['/team\nSet the port.', { kind: 'mistake', sentence: '/team takes one line.' }],
  ['/reply 2\nSet the port.', { kind: 'mistake', sentence: '/reply takes one line.' }],
  ['/team', { kind: 'become', role: 'team', name: null }],
  ['/team Maya B.', { kind: 'become', role: 'team', name: 'Maya B.' }],
  ['/member anna', { kind: 'become', role: 'member', name: 'anna' }],
  ['/thread', { kind: 'thread', number: null }],
  ['/thread 2', { kind: 'thread', number: 2 }],
  ['/thread off', { kind: 'leave_thread' }],
  ['/reply', { kind: 'reply', back: 1 }],
  ['/reply 3', { kind: 'reply', back: 3 }],
  ['/steward page', { kind: 'steward', sub: 'page' }],
  ['/threads', { kind: 'threads' }],
  ['/quit', { kind: 'quit' }],
])('%j is understood', (line, command) => {
  expect(parseCommand(line)).toEqual(command);
});

test.each([
  '/ask',
  '/team steward',
  '/thread 0',
  '/thread x',
  '/reply -1',
  '/threads all',
  '/steward',
  '/steward nonsense',
  '/nonsense',
])('%s is a mistake, told in a sentence that names the command', (line) => {
  const command = parseCommand(line);
  expect(command).toMatchObject({ kind: 'mistake' });
  expect(command.kind === 'mistake' && command.sentence).toMatch(new RegExp(`^${line.split(' ')[0]}.*\\.$`));
});

test('the help names every command, and each of them is one', () => {
  const named = commandHelp.flatMap((line) => /^\/\w+/.exec(line) ?? []);
  expect(named).toHaveLength(8);
  for (const name of named)
    expect(parseCommand(name)).not.toMatchObject({ sentence: expect.stringContaining('no command') });
});
