import { readFileSync } from 'node:fs';
import type { APIMessage } from 'discord.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMessage } from '../discord/emulator/world/messages.ts';
import { openEmulated, post } from '../../test/support/discord/emulated.ts';
import { isMistake } from '../../domain/ports/errors.ts';
import { parseScript, playScript } from './script.ts';

const demo = new URL('../../data/demo/', import.meta.url);
const textOf = (lines: readonly (string | object)[]): string =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
const parse = (...lines: readonly (string | object)[]) => parseScript(textOf(lines), 'talk.jsonl');

test('what a line leaves out is filled in', () => {
  expect(parse({ text: 'How?' })).toEqual([
    { author: 'member', role: 'member', text: 'How?', id: null, replyTo: null },
  ]);
});

test('blank lines, comments, a byte order mark and line ends of Windows are taken', () => {
  const text = '\uFEFF// a comment\r\n\r\n# another\r\n{"text": "How?"}\r\n';
  expect(parseScript(text, 'x')).toMatchObject([{ text: 'How?' }]);
});

test('an author keeps the role of the line before, and a role without an author is not the member', () => {
  const script = parse(
    { author: 'Tom', role: 'team_member', text: 'a' },
    { author: 'tom', text: 'b' },
    { role: 'team', text: 'c' },
  );
  expect(script).toMatchObject([{ role: 'team' }, { role: 'team' }, { author: 'team', role: 'team' }]);
});

test.each([
  ['what is not JSON', ['{"text": '], 'line 1: it is no JSON object'],
  [
    'an unknown key',
    [{ text: 'a', user: 'b' }],
    'line 1: user: unknown, expected author, role, text, id, reply-to',
  ],
  ['a key in the place of the text', [{ txt: 'a' }], 'line 1: txt: unknown, expected author, role, text'],
  ['no text', [{ author: 'anna' }], 'line 1: text: expected a text of 1 to 4000 characters'],
  [
    'a blank text',
    [{ text: ' ' }],
    'line 1: text: expected a text of 1 to 4000 characters that is not blank',
  ],
  ['a role that there is not', [{ text: 'a', role: 'king' }], 'line 1: role: expected member, user,'],
  ['a role from a prototype', [{ text: 'a', role: 'constructor' }], 'line 1: role: expected member,'],
  ['an author named Steward', [{ text: 'a', author: 'Steward' }], 'line 1: author: expected a name'],
  ['an author who controls', [{ text: 'a', author: 'a\u001b[2J' }], 'line 1: author: expected a name'],
  ['an id that is none', [{ text: 'a', id: 7 }], 'line 1: id: expected a name of 1 to 100 characters'],
  [
    'an id twice',
    [
      { id: 'q', text: 'a' },
      { id: 'q', text: 'b' },
    ],
    'line 2: id: an earlier line has "q", too.',
  ],
  [
    'a later id',
    [
      { 'reply-to': 'q', text: 'a' },
      { id: 'q', text: 'b' },
    ],
    'line 1: reply-to: no earlier line has the id "q".',
  ],
])('%s is told with its line', (_, lines, sentence) => {
  expect(() => parse(...lines)).toThrow(sentence);
});

test('a part of a conversation may reply to what stands before it, and holds each id once', () => {
  const part = (...lines: readonly object[]) => parseScript(textOf(lines), 'part', { isPart: true });
  const answer = { text: 'Like this.', id: 'a', 'reply-to': 'before' };
  expect(part(answer, { text: 'Thanks.', 'reply-to': 'a' })).toMatchObject([
    { replyTo: null },
    { replyTo: 'a' },
  ]);
  expect(() => part(answer, answer)).toThrow('part, line 2: id: an earlier line has "a", too');
});

test('a script without a line is told', () => {
  expect(() => parse('', '// nothing')).toThrow('talk.jsonl: no line');
});

test('whatever a file holds, it is a script or one error for a person', () => {
  const keys = fc.constantFrom('text', 'author', 'reply-to', 'id', 'role', 'channel');
  const json = fc.dictionary(keys, fc.jsonValue()).map((value) => JSON.stringify(value));
  const readable = (lines: readonly string[]): boolean => {
    try {
      return parse(...lines).length > 0;
    } catch (error) {
      return isMistake(error);
    }
  };
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), json), { maxLength: 8 }), (lines) => {
      expect(readable(lines)).toBe(true);
    }),
  );
});

test("the demo's script and the example of the format can be played", () => {
  const script = readFileSync(new URL('script.jsonl', demo), 'utf8');
  expect(parseScript(script, 'script.jsonl').at(-1)?.replyTo).toBeNull();
  const readme = readFileSync(new URL('README.md', demo), 'utf8');
  const example = /```jsonl\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(parseScript(example, 'README.md')).toHaveLength(4);
});

/** Plays the lines. `answer` says what Steward posts to a message, if anything, in a thread of it or as a reply. */
async function play(lines: readonly object[], answer: (text: string) => string | null, inThread = true) {
  const discord = await openEmulated();
  const said: APIMessage[] = [];
  const trace: string[] = [];
  await playScript({
    script: parse(...lines),
    discord,
    channel: 'help',
    settle: async () => void trace.push('settled'),
    onLine({ id, text, author }) {
      trace.push(`${author.name}: ${text}`);
      const message = findMessage(discord.world, id);
      if (!message) return;
      said.push(message);
      const posted = answer(text);
      if (posted !== null)
        post(discord, { text: posted, ...(inThread ? { on: message } : { replyTo: message }) });
    },
  });
  return { discord, said, trace };
}

test('lines are said in order by their authors, each when Steward has finished with the one before', async () => {
  const { trace, discord } = await play(
    [{ author: 'anna', role: 'team', text: 'a' }, { text: 'b' }],
    () => null,
  );
  expect(trace).toEqual(['anna: a', 'settled', 'member: b', 'settled']);
  expect(discord.person('Anna').roles).toEqual([discord.world.teamRoleId]);
});

test('a reply goes to the message of its line', async () => {
  const { said } = await play(
    [
      { id: 'q', text: 'How?' },
      { author: 'tom', 'reply-to': 'q', text: 'So.' },
    ],
    () => null,
  );
  expect(said[1]?.referenced_message?.id).toBe(said[0]?.id);
});

test('a reply to a message that Steward has answered goes to the answer, in its thread', async () => {
  const lines = [
    { id: 'q', text: 'How?' },
    { id: 'other', text: 'And this?' },
    { author: 'tom', 'reply-to': 'q', text: 'So.' },
  ];
  const { said, discord } = await play(lines, (text) => (text.endsWith('?') ? `${text} Thus.` : null));
  expect(said[2]?.channel_id).toBe(said[0]?.id);
  expect(said[2]?.referenced_message).toMatchObject({
    content: 'How? Thus.',
    author: { id: discord.world.bot.id },
  });
});
