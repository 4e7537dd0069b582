import { expect, test } from 'vitest';
import type { Message } from '../../domain/intake/message.ts';
import type { Community } from './community.ts';
import { parseScript } from './parse-script.ts';
import { type PlayedLine, playScript } from './play-script.ts';
import { openTestCommunity } from './test/open-test-community.ts';

interface Play {
  readonly community: Community;
  readonly seen: readonly Message[];
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
    community = openTestCommunity(),
  }: { readonly answer?: (message: Message) => string | null; readonly community?: Community } = {},
): Promise<Play> {
  const seen: Message[] = [];
  const played: PlayedLine[] = [];
  const trace: string[] = [];
  const say = async (message: Message) => {
    const text = answer(message);
    if (text === null) return;
    const { channelId } = message.location;
    const threadId =
      message.location.thread?.id ??
      (await community.openThread({ channelId, threadId: null, messageId: message.id, title: 'T' })).threadId;
    await community.post({ channelId, threadId, replyToMessageId: null, text, nonce: message.id });
  };
  await playScript({
    script: parseScript({ text: lines.map((line) => JSON.stringify(line)).join('\n'), fileName: 'x' }),
    community,
    intake: {
      async messageSeen(message) {
        seen.push(message);
        trace.push(`seen ${message.text}`);
        await say(message);
        return null;
      },
    },
    settle: async () => void trace.push('settled'),
    regenerate: async () => void trace.push('regenerated'),
    sleep: async (milliseconds) => void trace.push(`slept ${milliseconds}`),
    onLine: (line) => played.push(line),
  });
  return { community, seen, lines: played, trace };
}

test('lines are played in order, each after its pause and until it has settled', async () => {
  const { trace } = await play([{ text: 'a' }, { text: 'b', pause: 1.5 }, { text: '/regenerate' }]);
  expect(trace).toEqual(['seen a', 'settled', 'slept 1500', 'seen b', 'settled', 'settled', 'regenerated']);
});

test('a line that does not settle is followed at once, but for the last', async () => {
  const { trace } = await play([
    { text: 'a', settle: false },
    { text: 'b', settle: false },
  ]);
  expect(trace).toEqual(['seen a', 'seen b', 'settled']);
});

test('what is seen stands in the community', async () => {
  const { community, seen, lines } = await play([
    { author: 'anna', role: 'team', channel: 'dev', text: 'a' },
  ]);
  expect(seen).toEqual([community.messageFor(seen[0]?.id ?? '')]);
  expect(seen[0]).toMatchObject({
    author: { name: 'anna', kind: 'team_member' },
    location: { channelId: 'dev' },
  });
  expect(lines).toMatchObject([{ message: seen[0], problem: null }]);
});

test('a thread of a line is the one that Steward opened on it', async () => {
  const { seen } = await play(
    [
      { id: 'q', text: 'How?' },
      { role: 'team', thread: 'q', text: 'So.' },
    ],
    {
      answer: ({ text }) => (text === 'How?' ? 'I do not know.' : null),
    },
  );
  expect(seen[1]?.location.thread).toMatchObject({ id: seen[0]?.id, openedBySteward: true });
});

test('a thread of a line that has none is opened', async () => {
  const { seen } = await play([
    { id: 'q', text: 'How?' },
    { author: 'ben', thread: 'q', text: 'So.' },
  ]);
  expect(seen[1]?.location.thread).toMatchObject({ openedBySteward: false, ownerId: seen[0]?.author.id });
});

test('a thread of a message that stands in a thread is that thread', async () => {
  const { seen } = await play([{ text: 'How?' }, { thread: 1, text: 'a' }, { thread: 2, text: 'b' }]);
  expect(seen[2]?.location.thread?.id).toBe(seen[0]?.id);
});

test('a named thread is opened once in its channel, by who speaks first in it', async () => {
  const { seen, community } = await play([
    { author: 'anna', thread: 'Ideas', text: 'a' },
    { author: 'ben', thread: 'ideas', text: 'b' },
    { author: 'ben', thread: 'Ideas', channel: 'dev', text: 'c' },
  ]);
  const [first, second, third] = seen.map(({ location }) => location.thread);
  expect(first?.ownerId).toBe(seen[0]?.author.id);
  expect(second).toEqual(first);
  expect(third?.ownerId).toBe(seen[2]?.author.id);
  expect(community.threadsIn('help')).toHaveLength(1);
});

test("a reply to Steward goes to its last post, and into that post's thread", async () => {
  const { seen } = await play(
    [{ text: 'one?' }, { author: 'ben', text: 'two?' }, { role: 'team', 'reply-to': 'steward', text: 'No.' }],
    { answer: ({ text }) => (text.endsWith('?') ? `${text} So.` : null) },
  );
  expect(seen[2]?.location.thread?.id).toBe(seen[1]?.id);
  expect(seen[2]?.repliesTo?.authorKind).toBe('steward');
});

test("a reply to Steward in a line's thread goes to its last post there", async () => {
  const { seen, lines } = await play(
    [
      { text: 'one?' },
      { author: 'ben', text: 'two?' },
      { role: 'team', thread: 1, 'reply-to': 'steward', text: 'No.' },
    ],
    { answer: ({ text }) => (text.endsWith('?') ? `${text} So.` : null) },
  );
  expect(seen[2]?.location.thread?.id).toBe(seen[0]?.id);
  expect(seen[2]?.repliesTo?.authorKind).toBe('steward');
  expect(lines[2]?.problem).toBeNull();
});

test('a reply to an author goes to their last message in the channel', async () => {
  const { seen } = await play([
    { author: 'anna', text: 'a' },
    { author: 'anna', text: 'b' },
    { author: 'anna', channel: 'dev', text: 'c' },
    { author: 'ben', 'reply-to': 'Anna', text: 'd' },
  ]);
  expect(seen[3]?.repliesTo).toMatchObject({ messageId: seen[1]?.id, authorKind: 'community_user' });
});

test('a thread can be named with a reply to the message that it hangs on', async () => {
  const { seen, lines } = await play([
    { text: 'How?' },
    { role: 'team', thread: 1, 'reply-to': 1, text: 'So.' },
  ]);
  expect(seen[1]).toMatchObject({
    location: { thread: { id: seen[0]?.id } },
    repliesTo: { messageId: seen[0]?.id },
  });
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
  const { seen, lines } = await play([{ text: 'How?' }, { role: 'team', text: 'So.', ...reference }]);
  expect(seen[1]).toMatchObject({ repliesTo: null, location: { thread: null } });
  expect(lines[1]?.problem).toMatch(problem);
});

test('a reply to a message outside of its thread is said there as no reply, and told', async () => {
  const { seen, lines } = await play([
    { text: 'one' },
    { author: 'ben', text: 'two' },
    { role: 'team', thread: 1, 'reply-to': 2, text: 'So.' },
  ]);
  expect(seen[2]).toMatchObject({ repliesTo: null, location: { thread: { id: seen[0]?.id } } });
  expect(lines[2]?.problem).toMatch(/outside the line's thread/);
});

test('names mean nothing that stood there before the play', async () => {
  const community = openTestCommunity();
  const target = { channelId: 'help', threadId: null, replyToMessageId: null };
  await community.post({ ...target, text: 'an old post', nonce: 'old' });
  const { lines } = await play([{ text: 'a' }, { 'reply-to': 'steward', text: 'b' }], { community });
  expect(lines[1]?.problem).toMatch(/Steward that is not there/);
});
