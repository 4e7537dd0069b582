import type { APIMessage } from 'discord.js';
import { expect, test } from 'vitest';
import type { Emulator } from '../discord/emulator/emulator.ts';
import { findMessage } from '../discord/emulator/world/messages.ts';
import { parseScript } from './parse-script.ts';
import { type PlayedLine, playScript } from './play-script.ts';
import { threadsOf } from './shown-message.ts';
import { openEmulated, post } from '../../test/support/discord/emulated.ts';

interface Play {
  readonly discord: Emulator;
  readonly said: readonly APIMessage[];
  readonly lines: readonly PlayedLine[];
  /** What happened, in order. */
  readonly trace: readonly string[];
}

/**
 * Plays the lines. `answer` says what Steward posts to a message, if anything, in a thread of that message.
 */
async function play(
  lines: readonly object[],
  {
    answer = () => null,
    discord: given,
  }: { readonly answer?: (text: string) => string | null; readonly discord?: Emulator } = {},
): Promise<Play> {
  const discord = given ?? (await openEmulated());
  const said: APIMessage[] = [];
  const played: PlayedLine[] = [];
  const trace: string[] = [];
  await playScript({
    script: parseScript({ text: lines.map((line) => JSON.stringify(line)).join('\n'), fileName: 'x' }),
    discord,
    settle: async () => void trace.push('settled'),
    regenerate: async () => void trace.push('regenerated'),
    sleep: async (milliseconds) => void trace.push(`slept ${milliseconds}`),
    onLine: (line) => {
      played.push(line);
      const message = line.message && findMessage(discord.world, line.message.id);
      if (!message) return;
      said.push(message);
      trace.push(`said ${message.content}`);
      const text = answer(message.content);
      if (text !== null) post(discord, { text, on: message });
    },
  });
  return { discord, said, lines: played, trace };
}

test('lines are played in order, each after its pause and until it has settled', async () => {
  const { trace } = await play([{ text: 'a' }, { text: 'b', pause: 1.5 }, { text: '/regenerate' }]);
  expect(trace).toEqual(['said a', 'settled', 'slept 1500', 'said b', 'settled', 'settled', 'regenerated']);
});

test('a line that does not settle is followed at once, but for the last', async () => {
  const { trace } = await play([
    { text: 'a', settle: false },
    { text: 'b', settle: false },
  ]);
  expect(trace).toEqual(['said a', 'said b', 'settled']);
});

test('a line is said by its author, in their role, in its channel', async () => {
  const { discord, said, lines } = await play([{ author: 'anna', role: 'team', channel: 'dev', text: 'a' }]);
  expect(said[0]?.channel_id).toBe(discord.channelId('dev'));
  expect(discord.person('Anna').roles).toEqual([discord.world.teamRoleId]);
  expect(lines).toMatchObject([
    { message: { channel: 'dev', author: { name: 'anna', kind: 'team' } }, problem: null },
  ]);
});

test('a thread of a line is the one that Steward opened on it', async () => {
  const { said, discord } = await play(
    [
      { id: 'q', text: 'How?' },
      { role: 'team', thread: 'q', text: 'So.' },
    ],
    {
      answer: (text) => (text === 'How?' ? 'I do not know.' : null),
    },
  );
  expect(said[1]?.channel_id).toBe(said[0]?.id);
  expect(discord.world.threads.size).toBe(1);
});

test('a thread of a line that has none is opened', async () => {
  const { said, discord } = await play([
    { id: 'q', text: 'How?' },
    { author: 'ben', thread: 'q', text: 'So.' },
  ]);
  expect(said[1]?.channel_id).toBe(said[0]?.id);
  expect(discord.world.threads.get(said[0]?.id ?? '')?.owner_id).toBe(said[0]?.author.id);
});

test('a thread of a message that stands in a thread is that thread', async () => {
  const { said } = await play([{ text: 'How?' }, { thread: 1, text: 'a' }, { thread: 2, text: 'b' }]);
  expect(said[2]?.channel_id).toBe(said[0]?.id);
});

test('a named thread is opened once in its channel, by who speaks first in it', async () => {
  const { said, discord } = await play([
    { author: 'anna', thread: 'Ideas', text: 'a' },
    { author: 'ben', thread: 'ideas', text: 'b' },
    { author: 'ben', thread: 'Ideas', channel: 'dev', text: 'c' },
  ]);
  const [first, second, third] = said.map((message) => discord.world.threads.get(message.channel_id));
  expect(first?.owner_id).toBe(said[0]?.author.id);
  expect(second).toBe(first);
  expect(third?.owner_id).toBe(said[2]?.author.id);
  expect(threadsOf(discord.world, discord.channelId('help'))).toHaveLength(1);
});

test("a reply to Steward goes to its last post, and into that post's thread", async () => {
  const { said, discord } = await play(
    [{ text: 'one?' }, { author: 'ben', text: 'two?' }, { role: 'team', 'reply-to': 'steward', text: 'No.' }],
    { answer: (text) => (text.endsWith('?') ? `${text} So.` : null) },
  );
  expect(said[2]?.channel_id).toBe(said[1]?.id);
  expect(said[2]?.referenced_message?.author.id).toBe(discord.world.bot.id);
});

test("a reply to Steward in a line's thread goes to its last post there", async () => {
  const { said, lines, discord } = await play(
    [
      { text: 'one?' },
      { author: 'ben', text: 'two?' },
      { role: 'team', thread: 1, 'reply-to': 'steward', text: 'No.' },
    ],
    { answer: (text) => (text.endsWith('?') ? `${text} So.` : null) },
  );
  expect(said[2]?.channel_id).toBe(said[0]?.id);
  expect(said[2]?.referenced_message?.author.id).toBe(discord.world.bot.id);
  expect(lines[2]?.problem).toBeNull();
});

test('a reply to an author goes to their last message in the channel', async () => {
  const { said } = await play([
    { author: 'anna', text: 'a' },
    { author: 'anna', text: 'b' },
    { author: 'anna', channel: 'dev', text: 'c' },
    { author: 'ben', 'reply-to': 'Anna', text: 'd' },
  ]);
  expect(said[3]?.referenced_message).toBe(said[1]);
});

test('a thread can be named with a reply to the message that it hangs on', async () => {
  const { said, lines } = await play([
    { text: 'How?' },
    { role: 'team', thread: 1, 'reply-to': 1, text: 'So.' },
  ]);
  expect(said[1]?.channel_id).toBe(said[0]?.id);
  expect(said[1]?.referenced_message).toBe(said[0]);
  expect(lines[1]?.problem).toBeNull();
});

test.each([
  [
    'a reply to Steward',
    { 'reply-to': 'steward' },
    /"reply-to" means a message of Steward that is not there/,
  ],
  ["a thread of Steward's", { thread: 'steward' }, /"thread" means a message of Steward that is not there/],
])('%s when it was silent is said plainly, and told', async (_, reference, problem) => {
  const { said, lines, discord } = await play([
    { text: 'How?' },
    { role: 'team', text: 'So.', ...reference },
  ]);
  expect(said[1]?.channel_id).toBe(discord.channelId('help'));
  expect(said[1]?.message_reference).toBeUndefined();
  expect(lines[1]?.problem).toMatch(problem);
});

test('a reply to a message outside of its thread is said there as no reply, and told', async () => {
  const { said, lines } = await play([
    { text: 'one' },
    { author: 'ben', text: 'two' },
    { role: 'team', thread: 1, 'reply-to': 2, text: 'So.' },
  ]);
  expect(said[2]?.channel_id).toBe(said[0]?.id);
  expect(said[2]?.message_reference).toBeUndefined();
  expect(lines[2]?.problem).toMatch(/outside the line's thread/);
});

test('names mean nothing that stood there before the play', async () => {
  const discord = await openEmulated();
  post(discord, { text: 'an old post' });
  const { lines } = await play([{ text: 'a' }, { 'reply-to': 'steward', text: 'b' }], { discord });
  expect(lines[1]?.problem).toMatch(/Steward that is not there/);
});
