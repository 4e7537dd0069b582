import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { compareIds } from '../../domain/intake/message.ts';
import { openCommunity } from './community.ts';
import { communityPath, openTestCommunity, sayingOf } from './test/open-test-community.ts';

const inChannel = { channelId: 'help', threadId: null };

test('what a member says is a whole message, and is fetched as it was returned', async () => {
  const community = openTestCommunity({ now: () => new Date('2026-02-01T03:10:56.228Z') });
  const anna = community.member('anna');
  const message = community.say({
    author: { ...anna, role: 'member' },
    channel: 'help',
    text: 'How do I …?',
    attachments: [
      { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 3, url: 'https://example.com/a.txt' },
    ],
  });
  expect(message).toEqual({
    id: expect.stringMatching(/^\d+$/),
    location: { guildId: 'demo', channelId: 'help', thread: null, readableByEveryone: true },
    author: { id: anna.id, kind: 'community_user', name: 'anna' },
    text: 'How do I …?',
    createdAt: '2026-02-01T03:10:56.228Z',
    editedAt: null,
    repliesTo: null,
    mentionsSteward: false,
    isSystem: false,
    attachments: [
      {
        id: expect.stringMatching(/^\d+$/),
        fileName: 'a.txt',
        contentType: 'text/plain',
        sizeBytes: 3,
        url: 'https://example.com/a.txt',
      },
    ],
    link: `terminal://help/${message.id}`,
  });
  expect(await community.fetchMessage({ ...inChannel, messageId: message.id })).toEqual(message);
});

test.each([
  ['@steward how?', true],
  ['how, @Steward?', true],
  ['@stewardess how?', false],
  ['steward, how?', false],
  ['mail me@steward', false],
])('%j mentions Steward: %s', (text, mentions) => {
  expect(sayingOf(openTestCommunity())(text).mentionsSteward).toBe(mentions);
});

test('a team member is who speaks in that role or is listed', () => {
  const path = communityPath();
  const before = openTestCommunity({ path });
  const maya = before.member('Maya');
  const community = openTestCommunity({ path, teamMemberIds: [maya.id] });
  const say = sayingOf(community);
  expect(say('hello', { name: 'maya' }).author).toEqual({ id: maya.id, kind: 'team_member', name: 'Maya' });
  expect(say('hello', { name: 'tom', role: 'team' }).author.kind).toBe('team_member');
  expect(say('hello', { name: 'anna' }).author.kind).toBe('community_user');
});

test('a reply names whom it replies to, and stands in the thread of that message', async () => {
  const community = openTestCommunity();
  const say = sayingOf(community);
  const question = say('How?');
  const { threadId } = await community.openThread({ ...inChannel, messageId: question.id, title: 'How?' });
  const { messageId } = await community.post({
    channelId: 'help',
    threadId,
    replyToMessageId: null,
    text: 'So.',
    nonce: 'n',
  });
  const reply = say('Not quite.', { name: 'maya', role: 'team', replyTo: messageId });
  expect(reply.repliesTo).toEqual({ messageId, authorId: 'steward', authorKind: 'steward' });
  expect(reply.location.thread).toEqual({
    id: threadId,
    openedBySteward: true,
    ownerId: question.author.id,
    inForum: false,
  });
  expect(reply.link).toBe(`terminal://help/${threadId}/${reply.id}`);
});

test('an edit changes the text and says when', () => {
  const community = openTestCommunity({ now: () => new Date('2026-02-01T00:00:00Z') });
  const { id } = sayingOf(community)('Hwo?');
  expect(community.edit({ messageId: id, text: 'How?' })).toMatchObject({
    text: 'How?',
    editedAt: '2026-02-01T00:00:00.000Z',
  });
});

test('what was deleted is not there for anybody', async () => {
  const community = openTestCommunity();
  const { id } = sayingOf(community)('How?');
  expect(community.delete(id)).toBe(true);
  expect(community.delete(id)).toBe(false);
  expect(community.messageFor(id)).toBeNull();
  expect(await community.fetchMessage({ ...inChannel, messageId: id })).toBeNull();
  expect(community.edit({ messageId: id, text: 'back' })).toBeNull();
});

test('a deletion takes the words out of the file', () => {
  const path = communityPath();
  const community = openTestCommunity({ path });
  const say = sayingOf(community);
  say('before');
  const { id } = say('xylophone '.repeat(20));
  say('after');
  community.delete(id);
  community.close();
  expect(readFileSync(path, 'latin1')).toContain('after');
  expect(readFileSync(path, 'latin1')).not.toContain('xylophone');
});

test('a reply to a message that was deleted since still says whose it was', () => {
  const community = openTestCommunity();
  const say = sayingOf(community);
  const question = say('How?');
  const reply = say('So.', { name: 'ben', replyTo: question.id });
  community.delete(question.id);
  expect(community.messageFor(reply.id)?.repliesTo).toEqual({
    messageId: question.id,
    authorId: question.author.id,
    authorKind: 'community_user',
  });
});

test.each([
  ['a blank text', { text: ' \n ' }, /1 to 4000 characters/],
  ['a text that is too long', { text: 'x'.repeat(4_001) }, /4001/],
  ['a channel that is no name', { channel: '../etc' }, /channel name/],
  ['a thread that is not there', { thread: '1' }, /no thread/],
  ['a message that is not there', { replyTo: '1' }, /no message/],
])('saying with %s is refused', (_, wrong, sentence) => {
  const community = openTestCommunity();
  const author = { ...community.member('anna'), role: 'member' as const };
  expect(() => community.say({ author, channel: 'help', text: 'How?', ...wrong })).toThrow(sentence);
});

test('ids grow when the clock goes back', () => {
  const times = ['2026-02-01T00:00:02Z', '2026-02-01T00:00:00Z', '2026-02-01T00:00:01Z'];
  const community = openTestCommunity({ now: () => new Date(times.shift() ?? '2026-02-01T00:00:00Z') });
  const say = sayingOf(community);
  const ids = ['a', 'b', 'c', 'd'].map((text) => say(text).id);
  expect(ids.toSorted(compareIds)).toEqual(ids);
  expect(new Set(ids).size).toBe(4);
});

test('a thread is one per message, whoever opens it', () => {
  const community = openTestCommunity();
  const question = sayingOf(community)('How do I …?\nI tried.');
  const thread = community.threadOf(question.id);
  expect(thread).toMatchObject({ id: question.id, title: 'How do I …?', openedBySteward: false });
  expect(community.threadOf(question.id)).toEqual(thread);
  const inside = sayingOf(community)('more', { thread: thread?.id });
  expect(community.threadOf(inside.id)).toEqual(thread);
  expect(community.threadOf('1')).toBeNull();
  expect(community.threadsIn('help')).toEqual([thread]);
  expect(community.threadsIn('general')).toEqual([]);
});

test('a thread that hangs on no message belongs to who opened it', async () => {
  const community = openTestCommunity();
  const openedBy = community.member('ben');
  const thread = community.openNamedThread({ channel: 'help', title: 'Ideas', openedBy });
  const first = sayingOf(community)('One.', { thread: thread.id });
  expect(first.location.thread?.ownerId).toBe(openedBy.id);
  expect(await community.fetchThread({ guildId: 'demo', channelId: 'help', threadId: thread.id })).toEqual([
    first,
  ]);
});

test("a listener gets each later post of Steward's once, the last ones when it stops", async () => {
  const path = communityPath();
  const [here, elsewhere] = [openTestCommunity({ path }), openTestCommunity({ path })];
  const post = (text: string) => elsewhere.post({ ...inChannel, replyToMessageId: null, text, nonce: text });
  await post('before');
  const heard: string[] = [];
  const stop = here.onPost(({ text }) => heard.push(text));
  await post('one');
  sayingOf(elsewhere)('a member');
  await vi.waitFor(() => expect(heard).toEqual(['one']));
  await post('two');
  stop();
  await post('after');
  stop();
  expect(heard).toEqual(['one', 'two']);
});

test('what is no community is refused in one sentence that names the file', () => {
  const path = communityPath();
  writeFileSync(path, 'This is a text, and no database at all.'.repeat(100));
  expect(() => openCommunity({ path, now: () => new Date() })).toThrow(
    expect.objectContaining({ name: 'PortError', kind: 'final', message: expect.stringContaining(path) }),
  );
});
