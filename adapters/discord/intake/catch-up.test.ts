import { GatewayDispatchEvents, REST } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { connectDiscord, openCursors } from '../../../test/support/discord/connect-discord.ts';
import { startTestDiscord } from '../../../test/support/discord/test-discord.ts';
import { silentLog } from '../../../test/support/run-workers.ts';
import { guildPayload } from '../emulator/gateway/guild-payload.ts';
import type { Directory } from '../guild/directory.ts';
import { createCatchUp } from './catch-up.ts';

it('a location waits for its missed messages once, however many were too much for the queue', async () => {
  const waiting: (() => Promise<void>)[] = [];
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const catchUp = createCatchUp({
    rest: new REST(),
    directory: { locationOf: () => (ask(), new Promise(() => {})) } as Partial<Directory> as Directory,
    guildIds: [],
    listed: new Map(),
    cursors: await openCursors(),
    take: async () => {},
    queue: {
      add: () => false,
      addAlways: (_, work) => void waiting.push(work),
      state: () => ({ waiting: waiting.length, lagSeconds: 0 }),
      close: () => {},
    },
    maxAgeHours: 24,
    log: silentLog,
    now: () => new Date(),
  });
  for (let message = 0; message < 100; message += 1) catchUp.missed('1');
  catchUp.missed('2');
  expect(waiting).toHaveLength(2);
  void waiting[0]?.();
  await asked;
  // One that has begun may have read past the message, so another follows it.
  for (let message = 0; message < 100; message += 1) catchUp.missed('1');
  expect(waiting).toHaveLength(3);
});

it('no cursor passes a message of a server that is not there yet: it is handed in once the server is', async () => {
  const discord = await startTestDiscord();
  onTestFinished(() => discord.close());
  const cursors = await openCursors();
  const { seen, settled } = await connectDiscord(discord, { cursors });
  await settled;
  const { world, gateway } = discord;
  const help = discord.channelId('help');
  const before = await cursors.cursor(help);
  gateway.send(GatewayDispatchEvents.GuildDelete, { id: world.guildId });
  // The second lies further behind the first than what a catch-up fetches again.
  discord.say({ by: 'Anna', text: 'early', hoursAgo: 1 });
  discord.say({ by: 'Anna', text: 'late' });
  const isLookedUp = () =>
    discord.requests.some(({ method, path }) => method === 'GET' && path === `/channels/${help}`);
  await discord.until(isLookedUp, 'the channel is looked up');
  expect([seen, await cursors.cursor(help)]).toEqual([[], before]);
  gateway.send(GatewayDispatchEvents.GuildCreate, guildPayload(world));
  await discord.until(() => seen.length >= 2, 'both are handed in');
  expect(new Set(seen.map(({ text }) => text))).toEqual(new Set(['early', 'late']));
});
