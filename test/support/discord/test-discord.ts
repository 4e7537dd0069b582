import { setTimeout as sleep } from 'node:timers/promises';
import { ChannelType } from 'discord.js';
import { startEmulator, type Emulator } from '../../../adapters/discord/emulator/emulator.ts';
import type { RestRequest } from '../../../adapters/discord/emulator/rest/rest-request.ts';
import type { Fault } from '../../../adapters/discord/emulator/rest/rest-server.ts';
import { addChannel, createWorld } from '../../../adapters/discord/emulator/world/world.ts';

/** The emulator, and what a test wants to know of it and to go wrong in it. */
export interface TestDiscord extends Emulator {
  readonly requests: readonly RestRequest[];
  /** Broken limits of Discord's, and whatever could ping. Empty in a test that holds. */
  readonly violations: readonly string[];
  /** What the next request that fits meets, or the next `times` of them. */
  readonly fail: (method: string, path: RegExp, fault: Fault, times?: number) => void;
  readonly until: (holds: () => boolean, what: string) => Promise<void>;
}

/** A guild with two channels for everyone, one that only Steward sees, a forum, and text channels of these names. */
export async function startTestDiscord({
  channels = [],
  ...options
}: Pick<Parameters<typeof startEmulator>[0], 'contentIsAllowed' | 'limits'> & {
  readonly channels?: readonly string[];
} = {}): Promise<TestDiscord> {
  const world = createWorld();
  addChannel(world, { name: 'help' });
  addChannel(world, { name: 'lounge' });
  addChannel(world, { name: 'staff', isHidden: true });
  addChannel(world, { name: 'ideas', type: ChannelType.GuildForum });
  const known = new Set([...world.channels.values()].map(({ name }) => name));
  for (const name of channels) if (!known.has(name)) addChannel(world, { name });
  const requests: RestRequest[] = [];
  const violations: string[] = [];
  const faults: { readonly method: string; readonly path: RegExp; readonly fault: Fault }[] = [];
  const emulator = await startEmulator({
    world,
    ...options,
    violation: (what) => void violations.push(what),
    disturb: (request) => {
      requests.push(request);
      const at = faults.findIndex(({ method, path }) => method === request.method && path.test(request.path));
      return at < 0 ? null : (faults.splice(at, 1)[0]?.fault ?? null);
    },
  });
  return {
    ...emulator,
    requests,
    violations,
    fail: (method, path, fault, times = 1) => {
      for (let left = times; left > 0; left -= 1) faults.push({ method, path, fault });
    },
    until: async (holds, what) => {
      const end = Date.now() + 280_000;
      while (!holds()) {
        if (Date.now() > end) throw new Error(`it never came to this: ${what}`);
        await sleep(20);
      }
    },
  };
}
