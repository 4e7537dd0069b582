import pLimit from 'p-limit';
import { compareIds } from '../../../domain/intake/message.ts';
import type { DiscordParts } from '../discord-parts.ts';
import type { EventQueue } from './event-queue.ts';
import { setBounded } from '../../../domain/values/bounded.ts';
import { createMissedMessages, type MissedMessages, type MissedOptions } from './missed-messages.ts';
import { threadsSince } from './threads-since.ts';
import { hoursBefore } from '../../../domain/values/time.ts';

export interface CatchUp {
  /** A new session replays no events, so every location has to be caught up again. */
  readonly sessionBegan: () => void;
  /** Fetches the missed messages of each listed channel and its threads. Called when the servers are known. */
  readonly start: () => void;
  /** Queues the missed messages of a location, if any, before its next event. */
  readonly before: (locationId: string) => void;
  /** A new thread needs no catch-up. */
  readonly opened: (threadId: string) => void;
  /** Fetches the location's messages again, because the queue was too full for an event. The cursor stays until then. */
  readonly missed: (locationId: string) => void;
  readonly hasHandedIn: MissedMessages['hasHandedIn'];
  /** Moves the cursor after a message that the intake has. */
  readonly handedIn: (locationId: string, messageId: string) => Promise<void>;
}

export interface CatchUpOptions extends MissedOptions, Pick<DiscordParts, 'guildIds'> {
  readonly queue: EventQueue;
}

const locationsAtOnce = 4;
const maxLocationsKept = 20_000;

/** An object stands for one catch-up of a location. A new object means that it has to be caught up again. */
type State = { hasBegun: boolean } | 'caught_up';

/**
 * Fetches the messages written during downtime and passes them to the intake in order, like events of the gateway. A location's
 * cursor is the id up to which the intake has every message. It moves only while no message is known to be missing, so the
 * next start can trust it after a crash at any moment. The intake handles a message once, even if it receives it twice.
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
    const state = { hasBegun: false };
    setState(locationId, state);
    queue.addAlways(locationId, () =>
      limit(async () => {
        state.hasBegun = true;
        await missed.handIn(locationId);
        if (states.get(locationId) === state) setState(locationId, 'caught_up');
      }),
    );
  };

  async function enqueueThreads(): Promise<void> {
    const began = session;
    const oldest = hoursBefore(now(), maxAgeHours);
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
    missed: (locationId) => {
      const state = states.get(locationId);
      // A catch-up that has not begun will fetch this message, too.
      const isWaiting = typeof state === 'object' && !state.hasBegun;
      if (!isWaiting) enqueue(locationId);
    },
    hasHandedIn: missed.hasHandedIn,
    handedIn: async (locationId, messageId) => {
      if (states.get(locationId) === 'caught_up') await cursors.moveCursor(locationId, messageId);
    },
  };
}
