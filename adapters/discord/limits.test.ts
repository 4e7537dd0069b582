import { GatewayCloseCodes } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { textsFor } from '../../config/texts-for.ts';
import type { PortError } from '../../domain/ports/errors.ts';
import { connectDiscord } from '../../test/support/discord/connect-discord.ts';
import { silentLog } from '../../test/support/run-workers.ts';
import { startTestDiscord } from '../../test/support/discord/test-discord.ts';
import { findInvitation } from './guild/application.ts';

async function open(options: Parameters<typeof startTestDiscord>[0] = {}) {
  const discord = await startTestDiscord(options);
  onTestFinished(() => {
    discord.close();
    expect(discord.violations).toEqual([]);
  });
  return discord;
}

const connect = async (discord: Awaited<ReturnType<typeof open>>) => {
  const connected = await connectDiscord(discord);
  await connected.settled;
  return connected;
};

describe("Discord's limit of requests", () => {
  const texts = Array.from({ length: 8 }, (_, at) => `Answer ${at}.`);

  it('is kept by waiting: what comes close together is posted once each, and nothing is refused', async () => {
    const discord = await open({ limits: { bucket: { requests: 3, seconds: 0.5 } } });
    const { chat, target } = await connect(discord);
    await Promise.all(texts.map((text, at) => chat.post({ ...target, text, nonce: `a.${at}` })));
    expect(discord.postsIn(target.channelId).map(({ content }) => content)).toEqual(texts);
    expect(discord.limited()).toBe(0);
  });

  it('that another process has reached is waited for: posted once each', async () => {
    const discord = await open({ limits: { bucket: { requests: 3, seconds: 1 } } });
    const [{ chat, target }, other] = [await connect(discord), await connect(discord)];
    const post = (each: typeof chat, name: string) =>
      texts.map((text, at) => each.post({ ...target, text, nonce: `${name}.${at}` }));
    await Promise.all([...post(chat, 'a'), ...post(other.chat, 'b')]);
    expect(discord.postsIn(target.channelId)).toHaveLength(2 * texts.length);
    expect(discord.limited()).toBeGreaterThan(0);
  });

  it('of all requests together is waited for, too', async () => {
    const discord = await open({ limits: { requestsPerSecond: 12 } });
    const { chat, target } = await connect(discord);
    const channels = ['help', 'lounge', 'staff'].map(discord.channelId);
    const posts = channels.flatMap((channelId) =>
      texts.map((text, at) =>
        chat.post({ ...target, channelId, text, nonce: `${channelId.slice(-9)}.${at}` }),
      ),
    );
    await Promise.all(posts);
    expect(channels.map((id) => discord.postsIn(id).length)).toEqual([8, 8, 8]);
    expect(discord.limited()).toBeGreaterThan(0);
  });

  it('leaves room for answers while the threads of many channels are caught up', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `room-${at}`);
    const discord = await open({ channels: names, limits: { requestsPerSecond: 25 } });
    const connected = await connectDiscord(discord, { channels: ['help', 'staff', 'ideas', ...names] });
    const listings = () => discord.requests.filter(({ path }) => path.includes('/archived/')).length;
    await discord.until(() => listings() > 0, 'threads are asked for');
    await connected.chat.post({ ...connected.target, text: 'An answer.', nonce: 'a.1' });
    expect(listings()).toBeLessThan(names.length);
    await connected.settled;
    expect(listings()).toBeGreaterThan(2 * names.length);
  });

  it('that lasts longer than two seconds is left to Temporal, with its time', async () => {
    const discord = await open({ limits: { bucket: { requests: 2, seconds: 30 } } });
    const { chat, target } = await connect(discord);
    for (const at of [0, 1]) await chat.post({ ...target, text: 'Hello.', nonce: `a.${at}` });
    const failed = await chat
      .post({ ...target, text: 'Hello.', nonce: 'a.2' })
      .catch((error: PortError) => error);
    expect(failed).toMatchObject({ kind: 'transient', code: 'discord_rate_limited' });
    expect((failed as PortError).retryAfterSeconds).toBeGreaterThan(20);
    expect(discord.postsIn(target.channelId)).toHaveLength(2);
  });
});

it('an outage is said once, however often the client tries to connect, and not after the end', async () => {
  const discord = await open();
  const events: string[] = [];
  const note = (_: object, event: string) => void events.push(event);
  const connected = await connectDiscord(discord, { log: { ...silentLog, info: note } });
  const said = () => events.filter((event) => event === 'discord.reconnecting').length;
  let tries = 0;
  const refuse = (socket: { readonly terminate: () => void }) => {
    tries += 1;
    socket.terminate();
  };
  const { sockets } = discord.gateway;
  sockets.on('connection', refuse);
  discord.gateway.cut();
  await discord.until(() => tries >= 4, 'it tries again');
  expect(said()).toBe(1);
  sockets.off('connection', refuse);
  await discord.until(() => events.includes('discord.resumed'), 'it is connected again');
  await connected.close();
  expect(said()).toBe(1);
});

describe('a connection that Discord ends', () => {
  const { UnknownError, DecodeError, InvalidSeq, RateLimited, SessionTimedOut } = GatewayCloseCodes;
  type Discord = Awaited<ReturnType<typeof open>>;
  const passing: readonly (readonly [string, (discord: Discord) => void])[] = [
    ...[UnknownError, DecodeError, InvalidSeq, RateLimited, SessionTimedOut].map(
      (code) => [`with ${code}`, (discord: Discord) => discord.gateway.end(code)] as const,
    ),
    ['for a reconnect', ({ gateway }) => gateway.ask({ op: 'reconnect' })],
    ['as a session that can be resumed', ({ gateway }) => gateway.ask({ op: 'invalid', canResume: true })],
    ['as a session that is over', ({ gateway }) => gateway.ask({ op: 'invalid', canResume: false })],
  ];

  it.each(passing)('%s is opened again, and nothing is lost', async (_, end) => {
    const discord = await open();
    const { seen } = await connect(discord);
    const said = ['before', 'just after', 'later'];
    discord.say({ by: 'Anna', text: 'before' });
    await discord.until(() => seen.length === 1, 'the first message');
    end(discord);
    discord.say({ by: 'Anna', text: 'just after' });
    const { identified, resumed } = discord.gateway.counts();
    const isBack = () => {
      const now = discord.gateway.counts();
      return now.identified + now.resumed > identified + resumed;
    };
    await discord.until(isBack, 'it is connected again');
    discord.say({ by: 'Anna', text: 'later' });
    // After a new session, Steward fetches what it missed. A message may then come twice; Intake handles it once.
    const different = () => [...new Set(seen.map(({ text }) => text))].toSorted();
    await discord.until(() => different().length === said.length, 'every message');
    expect(different()).toEqual(said.toSorted());
  });

  const { AuthenticationFailed, ShardingRequired, InvalidIntents, DisallowedIntents } = GatewayCloseCodes;
  it.each([
    [AuthenticationFailed, 'discord_wrong_token', /Reset Token/u],
    [ShardingRequired, 'discord_disconnected', /4011 ShardingRequired\)\. This is a bug/u],
    [InvalidIntents, 'discord_disconnected', /4013 InvalidIntents\)\. This is a bug/u],
    [DisallowedIntents, 'discord_disallowed_intents', /Turn on "Message Content Intent"/u],
  ])('for good with %i says why', async (code, name, sentence) => {
    const discord = await open();
    const { failed } = await connect(discord);
    discord.gateway.end(code);
    expect(await failed).toMatchObject({ kind: 'final', code: name });
    expect((await failed).message).toMatch(sentence);
  });
});

describe('the sessions of a day', () => {
  it('that are spent are said with the time when there are new ones, and no session is tried', async () => {
    const discord = await open({ limits: { sessionsLeft: 0 } });
    const failed = await connectDiscord(discord).catch((error: PortError) => error);
    expect(failed).toMatchObject({ kind: 'transient', code: 'discord_sessions_spent' });
    expect((failed as PortError).message).toMatch(
      /1,000 times a day\. Not enough sessions remaining[^]* resets at 2\d{3}-/u,
    );
    expect(discord.gateway.counts().identified).toBe(0);
  });

  it('that begin too close together wait for each other', async () => {
    const discord = await open({ limits: { identify: { seconds: 2, atOnce: 1 } } });
    await connect(discord);
    const { seen } = await connect(discord);
    discord.say({ by: 'Anna', text: 'How do I start?' });
    await discord.until(() => seen.length === 1, 'the second session hears it');
    expect(discord.gateway.counts().identified).toBe(2);
  });
});

it('as many connections are opened as Discord asks for, and every message comes in', async () => {
  const discord = await open({ limits: { shards: 3, identify: { seconds: 0, atOnce: 3 } } });
  const { seen, chat, target } = await connect(discord);
  expect(discord.gateway.counts().identified).toBe(3);
  // Each new connection fetches everything once more, and Intake handles a message once.
  const texts = () => new Set(seen.map(({ text }) => text));
  for (const text of ['one', 'two']) discord.say({ by: 'Anna', text });
  await discord.until(() => texts().size === 2, 'both messages');
  discord.gateway.cut();
  await discord.until(() => discord.gateway.counts().resumed === 3, 'all are back');
  discord.say({ by: 'Anna', text: 'three' });
  await discord.until(() => texts().has('three'), 'the third message');
  expect([...texts()]).toEqual(['one', 'two', 'three']);
  await chat.post({ ...target, text: 'Hello.', nonce: 'a.0' });
});

it('the switch for message content, turned off while Steward runs, ends the connection with what to do', async () => {
  const discord = await open();
  const { failed, chat, target } = await connect(discord);
  const invitation = () => findInvitation({ token: discord.token, apiUrl: discord.apiUrl });
  expect((await invitation()).canReadMessages).toBe(true);
  const { id } = discord.say({ by: 'Anna', text: 'How do I start?' });
  discord.forbidContent();
  expect(await failed).toMatchObject({ code: 'discord_disallowed_intents' });
  expect((await invitation()).canReadMessages).toBe(false);
  const [read] = await chat.fetchAround({ ...target, messageId: id, before: 0, after: 0 });
  expect(read?.text).toBe('');
  await expect(connectDiscord(discord)).rejects.toMatchObject({ code: 'discord_disallowed_intents' });
});

it('a post opens an archived thread again', async () => {
  const discord = await open();
  const { chat, target } = await connect(discord);
  const { id } = discord.say({ by: 'Anna', text: 'How do I start?' });
  const { threadId } = await chat.openThread({ ...target, messageId: id, title: 'Start' });
  const state = discord.world.threads.get(threadId)?.thread_metadata;
  Object.assign(state ?? {}, { archived: true });
  await chat.post({ ...target, threadId, text: 'Like this.', nonce: 'a.0' });
  expect([discord.postsIn(threadId).length, state?.archived]).toEqual([1, false]);
});

it.each([
  ['', (at: number) => `Line ${at}. ${'A sentence. '.repeat(6)}`],
  [', which fills a message,', (at: number) => `Line ${at}. `.padEnd(1_967, 'A sentence. ')],
])('an answer to a command that is too long for Discord keeps its beginning%s', async (_, line) => {
  const discord = await open();
  const text = Array.from({ length: 120 }, (_each, at) => line(at + 1)).join('\n\n');
  const handlers = { handle: async () => ({ text }), draft: async () => null };
  const texts = textsFor(configSchema.parse({}))(null).desk;
  await connectDiscord(discord, { interactions: { handlers, texts, teamChannelId: null } });
  const { text: shown } = discord.interactions.command({ by: 'Anna', name: 'steward', sub: 'page' });
  await discord.until(() => shown().includes('Line 1.'), 'the answer');
  expect(shown()).toContain('Line 3.');
});
