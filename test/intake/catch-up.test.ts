import { describe, expect, it } from 'vitest';
import { PortError } from '../../domain/ports/errors.ts';
import { connectDiscord, openCursors } from '../support/discord/connect-discord.ts';
import { openTestDiscord } from '../support/discord/scene.ts';

const away = () => {
  throw new PortError({ kind: 'transient', code: 'temporal_call_failed', message: 'Not now.' });
};

describe('after a start', () => {
  it('answers no backlog the first time', async () => {
    const discord = await openTestDiscord();
    discord.say({ by: 'Anna', text: 'long ago' });
    // Ids of a millisecond are not told apart from the start's.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { seen } = await connectDiscord(discord);
    discord.say({ by: 'Anna', text: 'now' });
    await discord.until(() => seen.length > 0, 'the new message');
    await discord.until(
      () => discord.requests.some(({ path }) => path.includes('archived')),
      'all was looked at',
    );
    expect(new Set(seen.map(({ text }) => text))).toEqual(new Set(['now']));
  });

  it('hands in what was written meanwhile: channels, threads old and new, closed ones, forum posts', async () => {
    const discord = await openTestDiscord();
    const cursors = await openCursors();
    const first = await connectDiscord(discord, { cursors });
    const { id } = discord.say({ by: 'Anna', text: 'a question' });
    const thread = discord.openThread({ by: 'Anna', name: 'old', on: id });
    discord.say({ by: 'Anna', text: 'inside', in: thread });
    await discord.until(() => first.seen.length >= 2, 'both are handed in');
    await first.close();
    const missed = [
      discord.say({ by: 'Ben', text: 'in the channel' }),
      discord.say({ by: 'Maya', team: true, text: 'in the old thread', in: thread }),
      discord.say({ by: 'Ben', text: 'in the channel again' }),
    ];
    const fresh = discord.openThread({ by: 'Ben', name: 'new', on: missed[0]?.id ?? '' });
    missed.push(discord.say({ by: 'Ben', text: 'in the new thread', in: fresh }));
    const post = discord.openThread({ by: 'Chloe', name: 'Post', on: 'ideas' });
    missed.push(discord.say({ by: 'Chloe', text: 'in the forum', in: post, id: post }));
    discord.archive(fresh);
    const secret = discord.openThread({ by: 'Ben', name: 'secret', on: 'help', isPrivate: true });
    missed.push(discord.say({ by: 'Ben', text: 'in a private thread', in: secret }));
    discord.archive(secret);
    const second = await connectDiscord(discord, { cursors });
    const seenOnce = () => new Set(second.seen.map((message) => message.id));
    await discord.until(() => missed.every((message) => seenOnce().has(message.id)), 'all were handed in');
    expect(second.seen.find(({ text }) => text === 'in the old thread')?.author.kind).toBe('team_member');
    expect(
      second.seen.filter(({ text }) => text.startsWith('in the channel')).map(({ text }) => text),
    ).toEqual(['in the channel', 'in the channel again']);
  });

  it('hands in again what nobody had taken, though later messages of other places were taken', async () => {
    const discord = await openTestDiscord();
    const cursors = await openCursors();
    const first = await connectDiscord(discord, {
      cursors,
      intake: { messageSeen: async ({ text }) => (text === 'lost?' ? away() : null) },
    });
    discord.say({ by: 'Anna', text: 'lost?' });
    discord.say({ by: 'Anna', text: 'behind it' });
    const elsewhere = discord.say({ by: 'Ben', text: 'taken', in: 'staff' });
    await expect.poll(() => cursors.cursor(discord.channelId('staff'))).toBe(elsewhere.id);
    await first.close();
    const second = await connectDiscord(discord, { cursors });
    await discord.until(() => second.calls.includes('seen behind it'), 'both came again');
    const here = second.calls.filter((call) => call !== 'seen taken');
    expect(here.slice(0, 2)).toEqual(['seen lost?', 'seen behind it']);
  });

  it('keeps what was missed for the next start, when it dies while newer messages come', async () => {
    const discord = await openTestDiscord();
    const cursors = await openCursors();
    await (await connectDiscord(discord, { cursors })).close();
    discord.say({ by: 'Anna', text: 'missed' });
    const help = discord.channelId('help');
    discord.fail('GET', new RegExp(`^/channels/${help}/messages$`), { status: 500, body: {} }, 3);
    const second = await connectDiscord(discord, { cursors });
    discord.say({ by: 'Anna', text: 'live' });
    await second.close();
    expect(second.calls).toEqual([]);
    const third = await connectDiscord(discord, { cursors });
    await discord.until(() => third.calls.includes('seen live'), 'both are handed in');
    expect(third.calls.slice(0, 2)).toEqual(['seen missed', 'seen live']);
  });

  it('leaves what is older than the limit, and says so once', async () => {
    const discord = await openTestDiscord();
    const kept = await openCursors();
    const missed: string[] = [];
    const cursors = { ...kept, noteMissed: async (locationId: string) => void missed.push(locationId) };
    const first = await connectDiscord(discord, { cursors });
    await first.settled;
    await first.close();
    discord.say({ by: 'Anna', text: 'too old by then' });
    const now = () => new Date(Date.now() + 25 * 3_600_000);
    for (const start of ['second', 'third']) {
      const { seen, settled, close } = await connectDiscord(discord, { cursors, now });
      await settled;
      expect({ start, seen, missed }).toEqual({ start, seen: [], missed: [discord.channelId('help')] });
      await close();
    }
  });

  it('knows that a quiet channel misses nothing, however old its last message is', async () => {
    const discord = await openTestDiscord();
    const cursors = await openCursors();
    const first = await connectDiscord(discord, { cursors });
    const { id } = discord.say({ by: 'Anna', text: 'the last word' });
    await expect.poll(() => cursors.cursor(discord.channelId('help'))).toBe(id);
    await first.close();
    const now = () => new Date(Date.now() + 25 * 3_600_000);
    const second = await connectDiscord(discord, { cursors, now });
    await second.settled;
    expect(await cursors.missedSince(new Date(0))).toEqual([]);
  });
});

describe('while it runs', () => {
  it('fetches what was written while a session was lost for good', async () => {
    const discord = await openTestDiscord();
    const { calls } = await connectDiscord(discord);
    discord.say({ by: 'Anna', text: 'before' });
    await discord.until(() => calls.includes('seen before'), 'the first message');
    discord.gateway.forgetSessions();
    discord.say({ by: 'Anna', text: 'between' });
    await discord.until(() => calls.includes('seen between'), 'what no session saw');
    expect(discord.gateway.counts().identified).toBe(2);
  });

  it('loses nothing when more comes than it can keep: the rest is fetched when there is room', async () => {
    const discord = await openTestDiscord();
    const cursors = await openCursors();
    const open = Promise.withResolvers<void>();
    const taken = new Set<string>();
    const messageSeen = async ({ id }: { readonly id: string }) => {
      await open.promise;
      taken.add(id);
      return null;
    };
    await connectDiscord(discord, { cursors, intake: { messageSeen }, maxWaiting: 10 });
    const said = Array.from({ length: 40 }, (_, at) => discord.say({ by: 'Anna', text: `message ${at}` }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await cursors.cursor(discord.channelId('help'))).toBeNull();
    open.resolve();
    await discord.until(() => said.every(({ id }) => taken.has(id)), 'all were taken');
    await expect.poll(() => cursors.cursor(discord.channelId('help'))).toBe(said.at(-1)?.id);
  });
});
