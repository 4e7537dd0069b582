import { REST } from 'discord.js';
import { expect, it } from 'vitest';
import { openCursors } from '../../../test/support/discord/connect-discord.ts';
import { silentLog } from '../../../test/support/run-workers.ts';
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
