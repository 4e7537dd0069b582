import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { PortError } from '../../domain/ports/errors.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import { connectDiscord } from '../support/discord/connect-discord.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import type { TestDiscord } from '../support/discord/test-discord.ts';
import { refusals } from '../../adapters/discord/emulator/rest/rest-request.ts';

const messagePath = /messages$/;

const connect: typeof connectDiscord = async (...given) => {
  const connected = await connectDiscord(...given);
  await connected.settled;
  return connected;
};

const failureOf = async (work: Promise<unknown>): Promise<PortError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (error instanceof PortError) return error;
  throw new Error('it did not fail with a PortError');
};

const written = (discord: TestDiscord) => discord.requests.filter(({ method }) => method === 'POST').length;

describe('posting on Discord', () => {
  it('keeps a repeated post to one message, and a repeated thread to one thread', async () => {
    const discord = await openTestDiscord();
    const { chat, target } = await connect(discord);
    const { id } = discord.say({ by: 'Anna', text: 'How do I start?' });
    const question = { channelId: target.channelId, threadId: null, messageId: id };
    discord.fail('POST', /threads$/, 'cut after');
    expect(await failureOf(chat.openThread({ ...question, title: 'Start' }))).toMatchObject({
      kind: 'transient',
    });
    const { threadId, isNew } = await chat.openThread({ ...question, title: 'Start' });
    expect(isNew).toBe(false);
    discord.fail('POST', messagePath, 'cut after');
    const post = { ...target, threadId, text: 'Like this.', nonce: `${id}.0` };
    expect(await failureOf(chat.post(post))).toMatchObject({
      kind: 'transient',
      code: 'discord_unavailable',
    });
    const { messageId } = await chat.post(post);
    expect(discord.postsIn(threadId).map((message) => message.id)).toEqual([messageId]);
    expect(
      await chat.ownMessagesAfter({ channelId: target.channelId, threadId, afterMessageId: id }),
    ).toEqual([{ messageId, text: 'Like this.' }]);
  });

  it('leaves waiting and trying again to Temporal: one request for each call', async () => {
    const discord = await openTestDiscord();
    const { chat, target } = await connect(discord);
    const post = { ...target, text: 'Hello.', nonce: 'a.0' };
    discord.fail('POST', messagePath, {
      status: 429,
      body: { message: 'You are being rate limited.', retry_after: 30, global: false },
      headers: { 'retry-after': '30', 'x-ratelimit-scope': 'user' },
    });
    const limited = await failureOf(chat.post(post));
    expect(limited).toMatchObject({ kind: 'transient', code: 'discord_rate_limited' });
    expect(limited.retryAfterSeconds).toBeGreaterThanOrEqual(30);
    expect(written(discord)).toBe(1);
  });

  it('tells passing trouble from what a person has to change, naming the channel', async () => {
    const discord = await openTestDiscord();
    const { chat, target } = await connect(discord);
    const post = { ...target, text: 'Hello.', nonce: 'a.0' };
    discord.fail('POST', messagePath, { status: 503, body: {} });
    expect(await failureOf(chat.post(post))).toMatchObject({ kind: 'transient' });
    expect(written(discord)).toBe(1);
    discord.fail('POST', messagePath, refusals.missingPermissions);
    const { kind, message } = await failureOf(chat.post(post));
    expect(kind).toBe('final');
    expect(message).toBe(
      'Steward may not do this in #help (Discord 50013). Give its role there: View Channels, Send Messages, ' +
        'Create Public Threads, Send Messages in Threads, Read Message History, Add Reactions.',
    );
  });
});

describe('a missing permission', () => {
  it('is named with its channel: at the start, when a request is refused, and before a thread stays empty', async () => {
    const discord = await openTestDiscord();
    const { SendMessages, SendMessagesInThreads } = PermissionFlagsBits;
    discord.deny('help', SendMessages | SendMessagesInThreads);
    const said: object[] = [];
    const ignore = () => {};
    const log = {
      debug: ignore,
      info: ignore,
      warn: ignore,
      error: (fields: object) => void said.push(fields),
    };
    const { chat, target } = await connectDiscord(discord, { log });
    expect(said).toEqual([{ channel: '#help', missing: ['Send Messages', 'Send Messages in Threads'] }]);
    const { message } = await failureOf(chat.post({ ...target, text: 'Hello.', nonce: 'a.0' }));
    expect(message).toBe(
      'Steward may not do this in #help (Discord 50013). Give its role there: Send Messages, Send Messages in Threads.',
    );
    const question = discord.say({ by: 'Anna', text: 'How?' });
    const thread = chat.openThread({ ...target, messageId: question.id, title: 'How?' });
    expect((await failureOf(thread)).message).toBe(
      'Steward may not do this in #help. Give its role there: Send Messages in Threads.',
    );
    expect(discord.world.threads.size).toBe(0);
  });
});

describe('reading from Discord', () => {
  it('gives a whole thread, oldest first, with the message it hangs on', async () => {
    const discord = await openTestDiscord();
    const { chat, target } = await connect(discord);
    const { id } = discord.say({ by: 'Anna', text: 'start' });
    discord.openThread({ by: 'Ben', name: 'a thread', on: id });
    const texts = Array.from({ length: 230 }, (_, at) => `message ${at}`);
    for (const text of texts) discord.say({ by: 'Ben', text, in: id });
    const thread = await chat.fetchThread({
      guildId: discord.world.guildId,
      channelId: target.channelId,
      threadId: id,
    });
    expect(thread.map(({ text }) => text)).toEqual(['start', ...texts]);
    const middle = thread[100]?.id ?? '';
    const around = await chat.fetchAround({
      ...target,
      threadId: id,
      messageId: middle,
      before: 2,
      after: 1,
    });
    expect(around.map(({ text }) => text)).toEqual(['message 97', 'message 98', 'message 99', 'message 100']);
    const starter = await chat.fetchMessage({ channelId: target.channelId, threadId: id, messageId: id });
    expect(starter?.text).toBe('start');
    expect(await chat.fetchMessage({ channelId: target.channelId, threadId: id, messageId: '1' })).toBeNull();
  });

  it('knows the team over REST too, asking for a person once', async () => {
    const discord = await openTestDiscord();
    const maya = discord.say({ by: 'Maya', team: true, text: 'one' });
    discord.say({ by: 'Maya', team: true, text: 'two' });
    const { chat, target } = await connect(discord);
    const around = await chat.fetchAround({ ...target, messageId: maya.id, before: 5, after: 5 });
    await chat.fetchMessage({ ...target, messageId: maya.id });
    expect(around.map(({ author }) => author.kind)).toEqual(['team_member', 'team_member']);
    const asked = discord.requests.filter(({ path }) => path.includes('/members/'));
    expect(asked).toHaveLength(1);
  });

  it('shows names for ids, who is asked, and whether everyone can read it', async () => {
    const discord = await openTestDiscord();
    const { seen } = await connect(discord);
    const { bot, guildId } = discord.world;
    const help = discord.channelId('help');
    const first = discord.say({ by: 'Anna', text: `<@${bot.id}> see <#${help}> <:wave:123456789012345678>` });
    discord.say({ by: 'Ben', text: 'secret', in: 'staff', replyTo: first.id });
    await discord.until(() => seen.length === 2, 'both are handed in');
    expect(seen.find(({ id }) => id === first.id)).toMatchObject({
      text: '@steward see #help :wave:',
      mentionsSteward: true,
      author: { kind: 'community_user', name: 'Anna' },
      location: { guildId, channelId: help, thread: null, readableByEveryone: true },
      link: `https://discord.com/channels/${guildId}/${help}/${first.id}`,
    });
    expect(seen.find(({ text }) => text === 'secret')).toMatchObject({
      location: { readableByEveryone: false },
      repliesTo: { messageId: first.id, authorId: first.author.id, authorKind: 'community_user' },
      mentionsSteward: false,
    });
  });

  it('hands everything in again that was not taken, in order, and no link preview', async () => {
    const discord = await openTestDiscord();
    let failures = 2;
    const taken: string[] = [];
    const intake: Partial<Intake> = {
      messageSeen: async ({ text }) => {
        failures -= 1;
        if (failures >= 0)
          throw new PortError({ kind: 'transient', code: 'temporal_call_failed', message: 'Not now.' });
        taken.push(`seen ${text}`);
        return null;
      },
      messageEdited: async ({ text }) => void taken.push(`edited ${text}`),
      messageDeleted: async () => void taken.push('deleted'),
      authorTyping: async () => {},
    };
    await connect(discord, { intake });
    const { id } = discord.say({ by: 'Anna', text: 'one' });
    discord.preview(id);
    discord.edit(id, 'one and a half');
    discord.preview(id);
    discord.say({ by: 'Ben', text: 'two' });
    discord.remove(id);
    await discord.until(() => taken.includes('deleted'), 'the deletion is handed in');
    expect(taken).toEqual(['seen one', 'edited one and a half', 'seen two', 'deleted']);
  });

  it('shows commands, dates and the tags of a forum post as members see them', async () => {
    const discord = await openTestDiscord();
    const { seen } = await connect(discord);
    const tags = [...discord.world.channels.values()].flatMap((one) =>
      one.available_tags.slice(0, 1).map(({ id }) => id),
    );
    const post = discord.openThread({ by: 'Anna', name: 'It fails', on: 'ideas', tags });
    const text = '</setup run:123456789012345678> since <t:1767225600:R>';
    discord.say({ by: 'Anna', text, in: post, id: post });
    await discord.until(() => seen.length > 0, 'it is handed in');
    expect(seen[0]?.text).toBe('It fails\n[tags: Setup]\n/setup run since 2026-01-01 00:00 UTC');
  });
});
