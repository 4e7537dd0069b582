import { overviews } from '../../domain/ports/interactions.ts';
import { authorNameExpected, isAuthorName, type Role } from './names.ts';

/** A typed line. */
export type Command =
  | { readonly kind: 'say'; readonly text: string }
  /** Null for the last name in the role. */
  | { readonly kind: 'become'; readonly role: Role; readonly name: string | null }
  /** The thread's number in `/threads`, or null for the newest. */
  | { readonly kind: 'thread'; readonly number: number | null }
  | { readonly kind: 'leave_thread' }
  /** The next line replies to a message, counted from the end; 1 is the last. */
  | { readonly kind: 'reply'; readonly back: number }
  /** A subcommand of Steward's own command on Discord. */
  | { readonly kind: 'steward'; readonly sub: string }
  | { readonly kind: 'threads' | 'help' | 'quit' | 'nothing' }
  | { readonly kind: 'mistake'; readonly sentence: string };

const subcommands: readonly string[] = ['page', ...overviews, 'pause', 'resume'];

export const commandHelp = [
  '/ask TEXT       ask Steward directly',
  '/team [NAME]    speak as a team member',
  '/member [NAME]  speak as a member',
  '/threads        list the threads of this channel',
  '/thread [N]     go into a thread of that list, or into the newest; /thread off leaves it',
  '/reply [N]      reply, with the next line, to the Nth message from the end (the last: 1), in its thread',
  `/steward NAME   as the team does on Discord: ${subcommands.join(', ')}`,
  '/quit           end, as Ctrl-C and Ctrl-D do',
  'Anything else is said. To say something that starts with "/", put a space in front.',
] as const;

const commandWords: readonly string[] = commandHelp.flatMap((line) => /^\/(\w+)/u.exec(line)?.[1] ?? []);

export function parseCommand(line: string): Command {
  const text = line.trim();
  if (text === '') return { kind: 'nothing' };
  if (!line.startsWith('/')) return { kind: 'say', text };
  const [, word = '', rest = ''] = /^\/(\S*)\s*(.*)$/s.exec(text) ?? [];
  const isOneLine = word === 'ask' || !text.includes('\n');
  if (commandWords.includes(word) && !isOneLine) return mistake(`/${word}`, 'one line', '');
  switch (word) {
    case 'ask':
      return rest === '' ? mistake('/ask', 'a question', rest) : { kind: 'say', text: `@steward ${rest}` };
    case 'team':
    case 'member':
      if (rest !== '' && !isAuthorName(rest)) return mistake(`/${word}`, authorNameExpected, rest);
      return { kind: 'become', role: word, name: rest === '' ? null : rest };
    case 'thread':
      if (rest === 'off') return { kind: 'leave_thread' };
      if (rest === '') return { kind: 'thread', number: null };
      return isCount(rest)
        ? { kind: 'thread', number: Number(rest) }
        : mistake('/thread', 'a number from /threads, or "off"', rest);
    case 'reply':
      if (rest !== '' && !isCount(rest)) return mistake('/reply', 'a number, 1 being the last message', rest);
      return { kind: 'reply', back: rest === '' ? 1 : Number(rest) };
    case 'steward':
      return subcommands.includes(rest)
        ? { kind: 'steward', sub: rest }
        : mistake('/steward', `one of ${subcommands.join(', ')}`, rest);
    case 'threads':
    case 'help':
    case 'quit':
      return rest === '' ? { kind: word } : mistake(`/${word}`, 'nothing after it', rest);
    default:
      return {
        kind: 'mistake',
        sentence: `/${word} is not a command. /help lists them; to say it, put a space in front.`,
      };
  }
}

const isCount = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text);

const mistake = (command: string, expected: string, found: string): Command => ({
  kind: 'mistake',
  sentence: `${command} takes ${expected}${found === '' ? '' : `, not "${found}"`}.`,
});
