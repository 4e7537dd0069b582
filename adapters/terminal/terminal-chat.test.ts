import { expect, test } from 'vitest';
import type { Community } from './community.ts';
import { openTestCommunity, sayingOf } from './test/open-test-community.ts';

const inChannel = { channelId: 'help', threadId: null };
const plain = { ...inChannel, replyToMessageId: null, text: 'So.', nonce: '1.0' };
const texts = (messages: readonly { readonly text: string }[]) => messages.map(({ text }) => text);
const final = (code: string) => expect.objectContaining({ name: 'PortError', kind: 'final', code });

async function openedThread(community: Community) {
  const question = sayingOf(community)('How?');
  const { threadId } = await community.openThread({ ...inChannel, messageId: question.id, title: 'How?' });
  return { question, threadId };
}

test("a post is Steward's message", async () => {
  const community = openTestCommunity();
  const question = sayingOf(community)('How?');
  const { messageId } = await community.post({
    ...plain,
    replyToMessageId: question.id,
    text: 'So, @steward.',
  });
  expect(await community.fetchMessage({ ...inChannel, messageId })).toMatchObject({
    author: { id: 'steward', kind: 'steward', name: 'Steward' },
    repliesTo: { messageId: question.id, authorKind: 'community_user' },
    mentionsSteward: false,
  });
});

test('a nonce is posted once, and a repeat returns the first post, even a deleted one', async () => {
  const community = openTestCommunity();
  const first = await community.post(plain);
  expect(await community.post({ ...plain, text: 'again' })).toEqual(first);
  community.delete(first.messageId);
  expect(await community.post(plain)).toEqual(first);
  expect(await community.post({ ...plain, nonce: '1.1' })).not.toEqual(first);
});

test.each([
  ['2,001 characters', { text: 'x'.repeat(2_001) }, 'chat_invalid_text'],
  ['no text', { text: ' \n' }, 'chat_invalid_text'],
  ['a nonce of 26 characters', { nonce: 'x'.repeat(26) }, 'chat_invalid_nonce'],
  ['a thread that is not there', { threadId: '1' }, 'chat_unknown_thread'],
  ['a question that is not there', { replyToMessageId: '1' }, 'chat_unknown_message'],
])('a post with %s is refused for good', async (_, wrong, code) => {
  const community = openTestCommunity();
  await expect(community.post({ ...plain, ...wrong })).rejects.toThrow(final(code));
  expect(await community.ownMessagesAfter({ ...inChannel, afterMessageId: '0' })).toEqual([]);
});

test('a post takes 2,000 characters and a nonce of 25', async () => {
  const community = openTestCommunity();
  await expect(
    community.post({ ...plain, text: 'x'.repeat(2_000), nonce: 'x'.repeat(25) }),
  ).resolves.toBeDefined();
});

test('a thread that exists is found instead of opened, whoever opened it', async () => {
  const community = openTestCommunity();
  const { question, threadId } = await openedThread(community);
  const again = { ...inChannel, messageId: question.id, title: 'Another title' };
  expect(await community.openThread(again)).toEqual({ threadId });
  const other = sayingOf(community)('And this?');
  const opened = community.threadOf(other.id);
  expect(await community.openThread({ ...again, messageId: other.id })).toEqual({ threadId: opened?.id });
});

test('a thread cannot be opened on a message that is gone, in a thread, or without a title', async () => {
  const community = openTestCommunity();
  const { threadId } = await openedThread(community);
  const inside = sayingOf(community)('more', { thread: threadId });
  const gone = sayingOf(community)('gone');
  community.delete(gone.id);
  const open = (ref: { readonly messageId: string; readonly threadId?: string; readonly title?: string }) =>
    community.openThread({ ...inChannel, title: 'T', ...ref });
  await expect(open({ messageId: gone.id })).rejects.toThrow(final('chat_unknown_message'));
  await expect(open({ messageId: inside.id, threadId })).rejects.toThrow(final('chat_no_thread'));
  const free = sayingOf(community)('free');
  await expect(open({ messageId: free.id, title: ' ' })).rejects.toThrow(final('chat_invalid_title'));
  await expect(open({ messageId: free.id, title: 'x'.repeat(101) })).rejects.toThrow(
    final('chat_invalid_title'),
  );
});

test('a thread comes oldest first with the message that it hangs on, as long as that is there', async () => {
  const community = openTestCommunity();
  const { question, threadId } = await openedThread(community);
  await community.post({ ...plain, threadId });
  sayingOf(community)('elsewhere');
  sayingOf(community)('Thanks.', { thread: threadId });
  const thread = () => community.fetchThread({ guildId: 'demo', channelId: 'help', threadId });
  expect(texts(await thread())).toEqual(['How?', 'So.', 'Thanks.']);
  community.delete(question.id);
  expect(texts(await thread())).toEqual(['So.', 'Thanks.']);
  await expect(community.fetchThread({ guildId: 'demo', channelId: 'help', threadId: '1' })).rejects.toThrow(
    final('chat_unknown_thread'),
  );
});

test('around a message stand the nearest of its own place, oldest first', async () => {
  const community = openTestCommunity();
  const say = sayingOf(community);
  const said = ['a', 'b', 'c', 'd', 'e'].map((text) => say(text));
  const thread = community.threadOf(said[0]?.id ?? '');
  say('in the thread', { thread: thread?.id });
  const around = (messageId: string, before: number, after: number) =>
    community.fetchAround({ ...inChannel, messageId, before, after });
  const middle = said[2]?.id ?? '';
  expect(texts(await around(middle, 1, 1))).toEqual(['b', 'c', 'd']);
  expect(texts(await around(middle, 20, 0))).toEqual(['a', 'b', 'c']);
  expect(texts(await around(middle, 0, 20))).toEqual(['c', 'd', 'e']);
  community.delete(middle);
  expect(texts(await around(middle, 1, 1))).toEqual(['b', 'd']);
});

test('a message is found in its place, and the starter in its thread too', async () => {
  const community = openTestCommunity();
  const { question, threadId } = await openedThread(community);
  const inside = sayingOf(community)('Thanks.', { thread: threadId });
  const fetch = (messageId: string, ref: { channelId: string; threadId: string | null }) =>
    community.fetchMessage({ ...ref, messageId });
  expect(await fetch(question.id, { channelId: 'help', threadId })).toEqual(question);
  expect(await fetch(inside.id, { channelId: 'help', threadId })).toEqual(inside);
  expect(await fetch(inside.id, inChannel)).toBeNull();
  expect(await fetch(question.id, { channelId: 'general', threadId: null })).toBeNull();
});

test('what Steward wrote after a message is its own posts of that place alone', async () => {
  const community = openTestCommunity();
  await community.post({ ...plain, text: 'earlier', nonce: '0.0' });
  const { question, threadId } = await openedThread(community);
  const first = await community.post({ ...plain, threadId, text: 'one', nonce: '1.0' });
  sayingOf(community)('in between', { thread: threadId });
  const second = await community.post({ ...plain, threadId, text: 'two', nonce: '1.1' });
  await community.post({ ...plain, text: 'in the channel', nonce: '2.0' });
  expect(
    await community.ownMessagesAfter({ channelId: 'help', threadId, afterMessageId: question.id }),
  ).toEqual([
    { ...first, text: 'one' },
    { ...second, text: 'two' },
  ]);
  expect(texts(await community.ownMessagesAfter({ ...inChannel, afterMessageId: question.id }))).toEqual([
    'in the channel',
  ]);
});
