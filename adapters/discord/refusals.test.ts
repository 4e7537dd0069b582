import { describe, expect, it, onTestFinished } from 'vitest';
import type { PortError } from '../../domain/ports/errors.ts';
import { connectDiscord } from '../../test/support/discord/connect-discord.ts';
import { startTestDiscord, type Fault } from '../../test/support/discord/test-discord.ts';
import { refused } from './emulator/rest/rest-request.ts';

const page: Fault = {
  status: 403,
  body: Buffer.from('<html>denied</html>'),
  headers: { 'content-type': 'text/html' },
};

async function open() {
  const discord = await startTestDiscord();
  onTestFinished(() => discord.close());
  const connected = await connectDiscord(discord);
  await connected.settled;
  return { discord, ...connected };
}

const failureOf = (work: Promise<unknown>): Promise<PortError> =>
  work.then(
    () => {
      throw new Error('it worked');
    },
    (error: PortError) => error,
  );

/** What Discord answers to a post, and what Steward takes it for. The sentence says what there is to do, if anything. */
const causes: readonly (readonly [string, Fault, Partial<PortError>, RegExp])[] = [
  [
    'a token refused once',
    refused(401, 0, '401: Unauthorized'),
    { kind: 'transient', code: 'discord_unavailable' },
    /503/u,
  ],
  [
    'a locked thread',
    refused(400, 160_005, 'Thread is locked'),
    { kind: 'final', code: 'chat_refused' },
    /160005, ThreadLocked/u,
  ],
  [
    'too many threads',
    refused(400, 160_006, ''),
    { kind: 'final', code: 'chat_refused' },
    /MaximumActiveThreads/u,
  ],
  ['AutoMod', refused(400, 200_000, ''), { kind: 'final', code: 'chat_blocked_by_automod' }, /AutoMod/u],
  [
    'a missing permission',
    refused(403, 50_013, ''),
    { kind: 'final', code: 'chat_forbidden' },
    /Give its role/u,
  ],
  ['no access', refused(403, 50_001, ''), { kind: 'final', code: 'chat_forbidden' }, /Give its role/u],
  ['a page of the CDN', page, { kind: 'transient', code: 'discord_unavailable' }, /403/u],
  [
    'the slow mode of a channel',
    refused(400, 20_016, ''),
    { kind: 'transient', code: 'discord_unavailable' },
    /400/u,
  ],
  [
    'a wall that takes Steward for another',
    refused(403, 40_333, 'internal network error'),
    { kind: 'transient', code: 'discord_unavailable' },
    /403/u,
  ],
  [
    'a webhook that has ended',
    refused(404, 10_015, 'Unknown Webhook'),
    { kind: 'final', code: 'chat_interaction_expired' },
    /15 minutes/u,
  ],
  [
    'a deleted channel',
    refused(404, 10_003, ''),
    { kind: 'final', code: 'chat_unknown_channel' },
    /no longer exists/u,
  ],
  ['a form that is wrong', refused(400, 50_035, ''), { kind: 'final', code: 'chat_refused' }, /50035/u],
  ['a server error', { status: 500, body: {} }, { kind: 'transient', code: 'discord_unavailable' }, /500/u],
  ['a gateway error', { status: 502, body: {} }, { kind: 'transient', code: 'discord_unavailable' }, /502/u],
  ['a cut connection', 'cut', { kind: 'transient', code: 'discord_unavailable' }, /cannot be reached/u],
];

describe('an answer of Discord has its own cause:', () => {
  it.each(causes)('%s', async (_, fault, failure, sentence) => {
    const { discord, chat, target } = await open();
    discord.fail('POST', /messages$/, fault);
    const failed = await failureOf(chat.post({ ...target, text: 'Hello.', nonce: 'a.0' }));
    expect(failed).toMatchObject(failure);
    expect(failed.message).toMatch(sentence);
    expect(failed.message).not.toContain('NaN');
  });

  it('the answer to a command comes too late', async () => {
    const { discord, chat } = await open();
    discord.fail('PATCH', /webhooks/, refused(401, 50_027, 'Invalid Webhook Token'));
    const failed = await failureOf(chat.respond({ token: 'a-token', parts: ['Hello.'] }));
    expect(failed).toMatchObject({ kind: 'final', code: 'chat_interaction_expired' });
    expect(discord.requests.filter(({ path }) => path === '/users/@me')).toEqual([]);
  });

  it('an answer that Steward cannot read is a fault of its own, and names the place', async () => {
    const { discord, chat, target } = await open();
    const unreadable = { id: '1', channel_id: target.channelId, author: null };
    discord.fail('GET', /messages\/1$/, { status: 200, body: unreadable });
    const failed = await failureOf(chat.fetchMessage({ ...target, messageId: '1' }));
    expect(failed).toMatchObject({ kind: 'final', code: 'discord_unreadable' });
    expect(failed.message).toMatch(/in [\w-]+\.ts:\d+/u);
  });
});

describe('the token', () => {
  it('is kept after one refusal, and the next request works', async () => {
    const { discord, chat, target } = await open();
    discord.fail('POST', /messages$/, refused(401, 0, '401: Unauthorized'));
    await failureOf(chat.post({ ...target, text: 'Hello.', nonce: 'a.0' }));
    expect(await chat.post({ ...target, text: 'Hello.', nonce: 'a.0' })).toHaveProperty('messageId');
    expect(discord.requests.filter(({ path }) => path === '/users/@me')).toHaveLength(1);
  });

  it('is wrong when the account is refused too, then and later', async () => {
    const { discord, chat, target, failed } = await open();
    discord.fail('POST', /messages$/, refused(401, 0, ''));
    discord.fail('GET', /users\/@me$/, refused(401, 0, ''));
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await failureOf(chat.post({ ...target, text: 'Hello.', nonce: 'a.0' }))).toMatchObject({
        kind: 'final',
        code: 'discord_wrong_token',
      });
    expect(await failed).toMatchObject({ code: 'discord_wrong_token' });
  });
});

it('an archived thread is opened again for an edit, a reaction and a removal', async () => {
  const { discord, chat, target } = await open();
  const { id } = discord.say({ by: 'Anna', text: 'How do I start?' });
  const { threadId } = await chat.openThread({ ...target, messageId: id, title: 'Start' });
  const ref = { ...target, threadId };
  const { messageId } = await chat.post({ ...ref, text: 'Like this.', nonce: 'a.0' });
  const archive = () =>
    Object.assign(discord.world.threads.get(threadId)?.thread_metadata ?? {}, { archived: true });
  archive();
  expect(await chat.editPost({ ...ref, messageId, text: 'Like that.' })).toBe(true);
  archive();
  await chat.react({ ...ref, messageId, emoji: '✅' });
  archive();
  await chat.removePost({ ...ref, messageId });
  expect(discord.world.reactions).toHaveLength(1);
  expect(discord.postsIn(threadId)).toEqual([]);
});

it("an archived thread of a member is opened again for an edit, which needs no more than a post's permission", async () => {
  const { discord, chat, target } = await open();
  const { id } = discord.say({ by: 'Anna', text: 'How do I start?' });
  const ref = { ...target, threadId: discord.openThread({ by: 'Anna', name: 'Start', on: id }) };
  const { messageId } = await chat.post({ ...ref, text: 'Like this.', nonce: 'a.0' });
  discord.archive(ref.threadId);
  expect(await chat.editPost({ ...ref, messageId, text: 'Like that.' })).toBe(true);
});

it('a message can be replied to only in its own channel: elsewhere a post replies to nobody', async () => {
  const { discord, chat, target } = await open();
  const { id: replyToMessageId } = discord.say({ by: 'Anna', text: 'How do I start?' });
  const reply = { ...target, replyToMessageId, text: 'Like this.' };
  await chat.post({ ...reply, nonce: 'a.0' });
  const lounge = discord.channelId('lounge');
  await chat.post({ ...reply, channelId: lounge, nonce: 'a.1' });
  const references = [target.channelId, lounge].map((place) => discord.postsIn(place)[0]?.message_reference);
  expect(references).toEqual([expect.objectContaining({ message_id: replyToMessageId }), undefined]);
});

describe('a channel that is missing', () => {
  const lines: string[] = [];
  const note = (_: object, event: string) => void lines.push(event);
  const log = { debug: note, info: note, warn: note, error: note };

  async function openWith(channels: readonly string[], guilds: readonly string[] = []) {
    lines.length = 0;
    const discord = await startTestDiscord({ channels: ['lab'] });
    onTestFinished(() => discord.close());
    const guildIds = [discord.world.guildId, ...guilds];
    return { discord, ...(await connectDiscord(discord, { channels, guildIds, log })) };
  }

  it('is a problem of its own: the others work', async () => {
    const { discord, seen } = await openWith(['help', 'renamed-long-ago']);
    discord.say({ by: 'Anna', text: 'How do I start?' });
    await discord.until(() => seen.length === 1, 'the message of the other channel');
    expect(lines).toContain('discord.channel_missing');
  });

  it('may be a whole server that Steward is not in', async () => {
    const { discord, seen } = await openWith(['help'], ['99']);
    discord.say({ by: 'Anna', text: 'How do I start?' });
    await discord.until(() => seen.length === 1, 'the message of the other server');
    expect(lines).toContain('discord.channel_missing');
  });

  it('is an error when none is left', async () => {
    await expect(openWith(['renamed-long-ago'])).rejects.toMatchObject({ code: 'discord_unknown_channel' });
  });
});
