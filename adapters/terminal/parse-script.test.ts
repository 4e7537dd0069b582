import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseScript, ScriptError } from './parse-script.ts';

const demo = new URL('../../data/demo/', import.meta.url);
const parse = (...lines: readonly (string | object)[]) =>
  parseScript({
    text: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    fileName: 'talk.jsonl',
  });

function problemsOf(...lines: readonly (string | object)[]): readonly string[] {
  try {
    parse(...lines);
  } catch (error) {
    if (error instanceof ScriptError) return error.problems;
    throw error;
  }
  return [];
}

test('what a line leaves out is filled in', () => {
  expect(parse({ text: 'How?' })).toEqual([
    {
      kind: 'message',
      line: 1,
      author: 'member',
      role: 'member',
      channel: 'help',
      thread: null,
      replyTo: null,
      text: 'How?',
      pauseSeconds: 0,
      settle: true,
    },
  ]);
});

test('blank lines, comments, a byte order mark and line ends of Windows are taken, and counted', () => {
  const text = '\uFEFF// a comment\r\n\r\n# another\r\n{"text": "How?"}\r\n';
  expect(parseScript({ text, fileName: 'x' })).toMatchObject([{ line: 4, text: 'How?' }]);
});

test.each([
  ['member', 'member'],
  ['user', 'member'],
  ['community_user', 'member'],
  ['team', 'team'],
  ['team_member', 'team'],
  ['Moderator', 'team'],
  ['operator', 'team'],
])('the role %s is that of the %s', (role, expected) => {
  expect(parse({ role, text: 'x' })).toMatchObject([{ role: expected }]);
});

test('an author keeps the role of the line before, and a role without an author is not the member', () => {
  const script = parse(
    { author: 'Tom', role: 'team', text: 'a' },
    { author: 'tom', text: 'b' },
    { role: 'team', text: 'c' },
  );
  expect(script).toMatchObject([{ role: 'team' }, { role: 'team' }, { author: 'team', role: 'team' }]);
});

test.each(['reply-to', 'reply_to', 'replyTo'])('%s refers to a line by its id', (key) => {
  expect(parse({ id: 'q', text: 'a' }, { [key]: 'q', text: 'b' })[1]).toMatchObject({
    replyTo: { kind: 'line', line: 1 },
  });
});

test.each([
  ['a line number', 1, { kind: 'line', line: 1 }],
  ['a line number as text', '1', { kind: 'line', line: 1 }],
  ['an author in any case', 'ANNA', { kind: 'author', author: 'anna' }],
  ['Steward', 'steward', { kind: 'steward' }],
])('reply-to and thread take %s', (_, value, target) => {
  const script = parse({ author: 'anna', text: 'a' }, { 'reply-to': value, thread: value, text: 'b' });
  expect(script[1]).toMatchObject({ replyTo: target, thread: target });
});

test('a thread that refers to nothing is a thread of that name', () => {
  expect(parse({ thread: 'Ideas for 2027', text: 'a' })).toMatchObject([
    { thread: { kind: 'named', title: 'Ideas for 2027' } },
  ]);
});

test('a line without a channel stands in that of the line it refers to', () => {
  expect(parse({ id: 'q', channel: '#dev', text: 'a' }, { thread: 'q', text: 'b' })[1]).toMatchObject({
    channel: 'dev',
  });
});

test('/regenerate of anyone is a command', () => {
  expect(parse({ text: 'a' }, { author: 'anna', text: ' /regenerate ', pause: 2 })[1]).toEqual({
    kind: 'regenerate',
    line: 2,
    pauseSeconds: 2,
  });
});

test.each([
  ['what is not JSON', ['{"text": '], 'line 1: "{\\"text\\":" is not JSON; expected is one object'],
  ['JSON that is no object', ['[1]'], 'line 1: "[1]" is not JSON; expected is one object'],
  [
    'an unknown key',
    [{ text: 'a', user: 'b' }],
    'line 1: the key "user" is unknown; expected is one of id, author,',
  ],
  ['no text', [{ author: 'anna' }], 'line 1: "text" is missing; expected is a text of 1 to 4000'],
  ['a blank text', [{ text: ' ' }], 'line 1: "text" is " "; expected is'],
  ['a text that is no text', [{ text: 7 }], 'line 1: "text" is 7; expected is'],
  [
    'a role that there is not',
    [{ text: 'a', role: 'king' }],
    'line 1: "role" is "king"; expected is one of "member"',
  ],
  [
    'a role from a prototype',
    [{ text: 'a', role: 'constructor' }],
    'line 1: "role" is "constructor"; expected is',
  ],
  [
    'a channel that is a path',
    [{ text: 'a', channel: '../x' }],
    'line 1: "channel" is "../x"; expected is a channel',
  ],
  [
    'an author named Steward',
    [{ text: 'a', author: 'Steward' }],
    'line 1: "author" is "Steward"; expected is',
  ],
  [
    'an author who controls',
    [{ text: 'a', author: 'a\u001b[2J' }],
    'line 1: "author" is "a\\u001b[2J"; expected is',
  ],
  ['a pause that is no number', [{ text: 'a', pause: '1' }], 'line 1: "pause" is "1"; expected is seconds'],
  ['a negative pause', [{ text: 'a', pause: -1 }], 'line 1: "pause" is -1; expected is seconds'],
  [
    'settle that is no boolean',
    [{ text: 'a', settle: 'no' }],
    'line 1: "settle" is "no"; expected is true or false',
  ],
  [
    'a reference of the wrong type',
    [{ text: 'a', thread: true }],
    'line 1: "thread" is true; expected is a line\'s',
  ],
  [
    'one key twice',
    [{ text: 'a' }, { text: 'b', 'reply-to': 1, replyTo: 1 }],
    '"reply-to" and "replyTo" mean the same; keep one.',
  ],
  [
    'an id twice',
    [
      { id: 'q', text: 'a' },
      { id: 'q', text: 'b' },
    ],
    'line 2: "id" is "q", as in line 1',
  ],
  [
    'a later id',
    [
      { 'reply-to': 'q', text: 'a' },
      { id: 'q', text: 'b' },
    ],
    'line 1: "reply-to" is "q": line 2 does not come before',
  ],
  [
    'its own id',
    [{ id: 'q', thread: 'q', text: 'a' }],
    'line 1: "thread" is "q": line 1 does not come before',
  ],
  [
    'a later author',
    [
      { thread: 'ben', text: 'a' },
      { author: 'ben', text: 'b' },
    ],
    'this author has written nothing in #help before',
  ],
  [
    'a line that is blank',
    [{ text: 'a' }, '', { thread: 2, text: 'b' }],
    'line 3: "thread" is "2": that line holds no message',
  ],
  [
    'a command',
    [{ text: '/regenerate' }, { thread: 1, text: 'b' }],
    'line 2: "thread" is "1": line 1 is a command',
  ],
  [
    'another channel',
    [
      { id: 'q', text: 'a' },
      { channel: 'dev', 'reply-to': 'q', text: 'b' },
    ],
    'line 1 is in #help, and this one in #dev',
  ],
  ['nobody', [{ 'reply-to': 'ghost', text: 'a' }], 'line 1: "reply-to" is "ghost": no earlier line has this'],
])('%s is told with its line, what was found and what is expected', (_, lines, sentence) => {
  const problems = problemsOf(...lines);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(sentence);
});

test('all mistakes are listed at once, in the order of the lines', () => {
  const problems = problemsOf({ text: 'a', 'reply-to': 'ghost' }, 'nonsense', { role: 'king', pause: -1 });
  expect(problems.map((problem) => problem.slice(0, 6))).toEqual([
    'line 1',
    'line 2',
    'line 3',
    'line 3',
    'line 3',
  ]);
});

test('a mistake in a line is not told again of those that refer to it', () => {
  const problems = problemsOf(
    { id: 'q', text: 7 },
    { 'reply-to': 'q', text: 'a' },
    { 'reply-to': 1, text: 'b' },
  );
  expect(problems).toEqual([
    'line 1: "text" is 7; expected is a text of 1 to 4000 characters that is not blank.',
  ]);
});

test('a long list of mistakes is cut and counted', () => {
  const lines = Array.from({ length: 50 }, () => 'nonsense');
  expect(() => parse(...lines)).toThrow(/talk\.jsonl[\s\S]*line 20: [\s\S]*and 30 more\.$/);
});

test('a script without a line is told', () => {
  expect(() => parse('', '// nothing')).toThrow('holds no line');
});

test('whatever a file holds, it is a script or one error for a person', () => {
  const keys = fc.constantFrom('text', 'author', 'thread', 'reply-to', 'id', 'role', 'channel');
  const json = fc.dictionary(keys, fc.jsonValue()).map((value) => JSON.stringify(value));
  const readable = (lines: readonly string[]): boolean => {
    try {
      return parse(...lines).length > 0;
    } catch (error) {
      return error instanceof ScriptError && error.problems.length > 0;
    }
  };
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), json), { maxLength: 8 }), (lines) => {
      expect(readable(lines)).toBe(true);
    }),
  );
});

test("the demo's script can be played, and ends with a regeneration", () => {
  const fileName = 'script.jsonl';
  const script = parseScript({ text: readFileSync(new URL(fileName, demo), 'utf8'), fileName });
  expect(script.at(-1)?.kind).toBe('regenerate');
});

test("the format's own example can be played", () => {
  const readme = readFileSync(new URL('README.md', demo), 'utf8');
  const example = /```jsonl\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(parseScript({ text: example, fileName: 'README.md' })).toHaveLength(6);
});
