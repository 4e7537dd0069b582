import pLimit from 'p-limit';
import { compareIds } from '../../../domain/intake/message.ts';
import type { DiscordParts } from '../discord-parts.ts';
import type { EventQueue } from './event-queue.ts';
import { setBounded } from '../../../domain/values/bounded.ts';
import { createMissedMessages, type MissedOptions } from './missed-messages.ts';
import { threadsSince } from './threads-since.ts';

export interface CatchUp {
  /** A session began that replays nothing: every location is behind until it was caught up. */
  readonly sessionBegan: () => void;
  /** Once the servers are known: fetches what each listed channel and its threads missed. */
  readonly start: () => void;
  /** Before an event of a location is queued: what the location missed comes first. */
  readonly before: (locationId: string) => void;
  /** A thread that has just been opened missed nothing. */
  readonly opened: (threadId: string) => void;
  /** An event of the location could not be queued: it is fetched again later, and the cursor waits for it. */
  readonly missed: (locationId: string) => void;
  /** Whether it was fetched and handed in already, so that the gateway's own event says nothing new. */
  readonly hasHandedIn: (messageId: string) => boolean;
  /** A message was handed in. */
  readonly handedIn: (locationId: string, messageId: string) => Promise<void>;
}

export interface CatchUpOptions extends MissedOptions, Pick<DiscordParts, 'guildIds'> {
  readonly queue: EventQueue;
}

const locationsAtOnce = 4;
const maxLocationsKept = 20_000;

/** While a location is caught up; another object means that it has to be caught up once more. */
type State = object | 'caught_up';

/**
 * Fetches what was written while nobody listened, and hands it in like the gateway's own events, in order for each location. A
 * location's cursor is the id up to which every message was handed in. It moves only while nothing is known to be missing, so
 * a death at any moment leaves a cursor that a later start can trust; what is handed in twice is handled once.
 */
export function createCatchUp(options: CatchUpOptions): CatchUp {
  const { directory, cursors, queue, listed, maxAgeHours, log, now } = options;
  const missed = createMissedMessages(options);
  const states = new Map<string, State>();
  const limit = pLimit(locationsAtOnce);
  let session = {};

  const setState = (locationId: string, value: State) =>
    setBounded(states, { key: locationId, value, max: maxLocationsKept });

  const enqueue = (locationId: string) => {
    const state = {};
    setState(locationId, state);
    queue.addAlways(locationId, () =>
      limit(async () => {
        await missed.handIn(locationId);
        if (states.get(locationId) === state) setState(locationId, 'caught_up');
      }),
    );
  };

  async function enqueueThreads(): Promise<void> {
    const began = session;
    const oldest = new Date(now().getTime() - maxAgeHours * 3_600_000);
    await Promise.all([...listed.keys()].map(missed.begin));
    const threads = await threadsSince({ ...options, since: oldest });
    for (const { id, channelId, lastMessageId } of threads) {
      if (session !== began) return;
      if (states.has(id)) continue;
      const isBehind =
        lastMessageId !== null && compareIds(lastMessageId, await missed.missingAfter(id, channelId)) > 0;
      if (isBehind) enqueue(id);
      else if (!states.has(id) && session === began) setState(id, 'caught_up');
    }
    log.info({ channels: listed.size, threads: threads.length }, 'discord.catching_up');
  }

  return {
    sessionBegan: () => {
      session = {};
      states.clear();
    },
    start: () => {
      for (const id of listed.keys()) if (!directory.isForum(id)) enqueue(id);
      queue.addAlways('threads', () => limit(enqueueThreads));
    },
    before: (locationId) => {
      if (!states.has(locationId)) enqueue(locationId);
    },
    opened: (threadId) => {
      if (!states.has(threadId)) setState(threadId, 'caught_up');
    },
    missed: enqueue,
    hasHandedIn: missed.hasHandedIn,
    handedIn: async (locationId, messageId) => {
      if (states.get(locationId) === 'caught_up') await cursors.moveCursor(locationId, messageId);
    },
  };
}
