import { expect, test } from 'vitest';
import { formatRawEntry, formatTopic, parseRaw, parseTopic, rawSeparator } from './qa-blocks.ts';
import type { RawEntry } from './qa-pair.ts';
import { processorMilliseconds } from '../../test/support/processor-time.ts';

const entry: RawEntry = {
  qaId: 'qa_20260201_031056.228000',
  timestamp: '2026-02-01T03:10:56.228000Z',
  conversationId: 'thread_1458745245675032709',
  messageIds: ['123', '124'],
  turns: [
    { label: 'User', text: 'My GPU is not detected\nerror: CUDA' },
    { label: 'Team', text: 'Update the drivers.' },
  ],
};

const written = `--- QA ---
id: qa_20260201_031056.228000
timestamp: 2026-02-01T03:10:56.228000Z
conversation_id: thread_1458745245675032709
message_ids: 123, 124
User: My GPU is not detected
  error: CUDA
Team: Update the drivers.
`;

test('an entry is written as the specification shows it', () => {
  expect(formatRawEntry(entry)).toBe(written);
});

const two = [written, written].join(rawSeparator);

test('one blank line is between entries', () => {
  expect(two).toBe(`${written}\n${written}`);
});

test('a cut inside the last entry is a torn problem at its first line', () => {
  for (let end = written.length + 2; end < two.length; end += 1) {
    if (two.slice(0, end).endsWith('drivers.\n')) continue;
    const { entries, problems } = parseRaw(two.slice(0, end));
    expect(entries).toEqual([entry]);
    expect(problems).toMatchObject([{ line: 10, torn: true }]);
  }
});

test('trailing spaces and empty lines of a turn are kept', () => {
  const text = '\n\n a \n\n  b\n   \n\n';
  const drawn: RawEntry = {
    ...entry,
    turns: [
      { label: 'User', text },
      { label: 'Team', text },
    ],
  };
  expect(parseRaw([drawn, drawn].map(formatRawEntry).join(rawSeparator)).entries).toEqual([drawn, drawn]);
});

test('an editor that strips the indent of empty lines loses no paragraph', () => {
  const drawn: RawEntry = {
    ...entry,
    turns: [
      { label: 'User', text: 'One\n\ntwo' },
      { label: 'Team', text: 'Yes' },
    ],
  };
  const stripped = formatRawEntry(drawn).replaceAll(/[ ]+$/gm, '');
  expect(stripped).toContain('One\n\n  two');
  expect(parseRaw(stripped).entries).toEqual([drawn]);
});

test('an archive of the Python original is read: no indent, msg_ ids, no blank line between, You:', () => {
  const text = `--- QA ---
id: qa_20260201_031056
timestamp: 2026-02-01T03:10:56Z
conversation_id: reply_99
message_ids: msg_123, msg_124
User: My log:

    at main
Error: no GPU
You: I am not sure.
Team: Update.
--- QA ---
id: qa_20260201_031057.000000
timestamp: 2026-02-01T03:10:57.000000Z
conversation_id: thread_98
message_ids: msg_200
User: And then?
Team: Restart.`;
  const { entries, problems } = parseRaw(text);
  expect(problems).toEqual([]);
  expect(entries.map(({ messageIds }) => messageIds)).toEqual([['123', '124'], ['200']]);
  expect(entries[0]?.turns).toEqual([
    { label: 'User', text: 'My log:\n\n    at main\nError: no GPU' },
    { label: 'You', text: 'I am not sure.' },
    { label: 'Team', text: 'Update.' },
  ]);
  expect(entries[1]?.turns.at(-1)).toEqual({ label: 'Team', text: 'Restart.' });
});

test('lines of the Python original that are all indented keep their indent', () => {
  const turns = `User: My output:
  nvidia-smi
    GPU 0
Team: Use:
  a: 1
`;
  const head = `--- QA ---
id: qa_20260201_031056
timestamp: 2026-02-01T03:10:56Z
`;
  const texts = ['My output:\n  nvidia-smi\n    GPU 0', 'Use:\n  a: 1'];
  const { entries } = parseRaw(`${head}conversation_id: reply_99\nmessage_ids: msg_1, msg_2\n${turns}`);
  expect(entries[0]?.turns.map(({ text }) => text)).toEqual(texts);
  // Written by Steward, it is read back so, too.
  const again = parseRaw(entries.map(formatRawEntry).join(''));
  expect(again.entries).toEqual(entries);
});

test('a file that an editor saved with CRLF and a byte order mark is read', () => {
  expect(parseRaw(`\u{FEFF}${two.replaceAll('\n', '\r\n')}`)).toEqual({
    entries: [entry, entry],
    problems: [],
  });
});

test.each([
  ['id: qa_20260201_031056.228000', 'id: qa_20260230_031056.228000'],
  ['id: qa_20260201_031056.228000', 'id: qa_20260201_031056.228001'],
  ['id: qa_20260201_031056.228000\n', ''],
  ['timestamp: 2026', 'timestamp: 26'],
  ['conversation_id: thread_', 'conversation_id: '],
  ['message_ids: 123, 124', 'message_ids:'],
  ['message_ids: 123, 124', 'message_ids: 123,, 124'],
  ['message_ids', 'id: qa_20260201_031056.228000\nmessage_ids'],
  ['message_ids', 'no field\nmessage_ids'],
  ['Team: Update', 'You: Update'],
  ['Update the drivers.', '  '],
])('an entry with %j changed to %j is a problem with its line, and the others are read', (from, to) => {
  const broken = written.replace(from, to);
  const text = [written, broken, written].join('\n');
  const { entries, problems } = parseRaw(text);
  expect(entries).toEqual([entry, entry]);
  expect(problems).toMatchObject([{ line: 10, torn: false }]);
});

test('text before the first entry is a problem, and the entries are read', () => {
  const { entries, problems } = parseRaw(`\nhello\n${written}`);
  expect(entries).toEqual([entry]);
  expect(problems).toMatchObject([{ line: 2 }]);
});

test('a reason never holds what the file does', () => {
  const { problems } = parseRaw(`secret\n--- QA ---\nid: secret\n--- QA ---\nsecret\n`);
  expect(problems.length).toBe(3);
  expect(JSON.stringify(problems)).not.toContain('secret');
});

test('a topic pair of one turn, as a person adds it by hand, is read without a last line end', () => {
  const text = '--- QA ---\nid: qa_20260201_031056\ntimestamp: 2026-02-01T03:10:56Z\nTeam: Port 80';
  expect(parseTopic(text)).toEqual({
    pairs: [
      {
        qaId: 'qa_20260201_031056',
        timestamp: '2026-02-01T03:10:56Z',
        turns: [{ label: 'Team', text: 'Port 80' }],
      },
    ],
    problems: [],
  });
});

test.each([
  ['a conversation id with a line break', { conversationId: 'thread_1\nUser: forged' }],
  ['a message id with a comma', { messageIds: ['1,2'] }],
  ['no message ids', { messageIds: [] }],
  ['an id of another timestamp', { qaId: 'qa_20260201_031057' as const }],
  ['a timestamp with a line break', { timestamp: '2026-02-01T03:10:56.228000Z\nUser: forged' }],
  ['a blank turn', { turns: [...entry.turns, { label: 'User' as const, text: ' \n ' }] }],
  ['no answer', { turns: entry.turns.slice(0, 1) }],
])('an entry with %s is not written', (_, change) => {
  expect(() => formatRawEntry({ ...entry, ...change })).toThrow(RangeError);
});

test('an empty file holds nothing', () => {
  expect(parseRaw('')).toEqual({ entries: [], problems: [] });
  expect(formatTopic([])).toBe('');
  expect(parseTopic('')).toEqual({ pairs: [], problems: [] });
});

test('an archive of 20,000 entries is read in seconds', () => {
  const text = `${written}\n`.repeat(20_000);
  let read = 0;
  expect(processorMilliseconds(() => (read = parseRaw(text).entries.length))).toBeLessThan(3_000);
  expect(read).toBe(20_000);
});
