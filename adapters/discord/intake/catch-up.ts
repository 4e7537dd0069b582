import type { APIMessage } from 'discord.js';
import pLimit from 'p-limit';
import { compareIds } from '../../../domain/intake/message.ts';
import type { IntakeCursors } from '../../../domain/ports/records.ts';
import { setBounded } from '../../../domain/values/bounded.ts';
import { snowflakeAt, snowflakeTime } from '../../../domain/values/snowflake.ts';
import { hoursBefore } from '../../../domain/values/time.ts';
import { withDiscordFailure } from '../discord-failure.ts';
import type { DiscordParts } from '../discord-parts.ts';
import type { EventQueue } from './event-queue.ts';
import { listMessages, maxListed } from './list-messages.ts';
import { threadsSince } from './threads-since.ts';

export type CatchUp = ReturnType<typeof createCatchUp>;

export interface CatchUpOptions extends Omit<DiscordParts, 'client' | 'people' | 'toMessage'> {
  readonly queue: EventQueue;
  readonly cursors: IntakeCursors;
  readonly take: (message: APIMessage) => Promise<void>;
  readonly maxAgeHours: number;
  readonly now: () => Date;
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
export function createCatchUp(options: CatchUpOptions) {
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
    /** A new session replays no events, so every location has to be caught up again. */
    sessionBegan: () => {
      session = {};
      states.clear();
    },
    /** Fetches the missed messages of each listed channel and its threads. Called when the servers are known. */
    start: () => {
      for (const id of listed.keys()) if (!directory.isForum(id)) enqueue(id);
      queue.addAlways('threads', () => limit(enqueueThreads));
    },
    /** Queues the missed messages of a location, if any, before its next event. */
    before: (locationId: string) => {
      if (!states.has(locationId)) enqueue(locationId);
    },
    /** A new thread needs no catch-up. */
    opened: (threadId: string) => {
      if (!states.has(threadId)) setState(threadId, 'caught_up');
    },
    /** Fetches the location's messages again, because the queue was too full for an event. The cursor stays until then. */
    missed: (locationId: string) => {
      const state = states.get(locationId);
      // A catch-up that has not begun will fetch this message, too.
      const isWaiting = typeof state === 'object' && !state.hasBegun;
      if (!isWaiting) enqueue(locationId);
    },
    /** Whether a message was fetched and passed on already, so that the gateway's event adds nothing. */
    hasHandedIn: missed.hasHandedIn,
    /** Moves the cursor after a message that the intake has. */
    handedIn: async (locationId: string, messageId: string) => {
      if (states.get(locationId) === 'caught_up') await cursors.moveCursor(locationId, messageId);
    },
  };
}

/** Discord does not guarantee the order of events, so messages shortly before a cursor are fetched again. */
const overlapMilliseconds = 10_000;
const maxFetchedKept = 10_000;

/** Fetches messages that were written during downtime, up to `maxAgeHours` back. */
function createMissedMessages(options: CatchUpOptions) {
  const { rest, directory, cursors, take, listed, maxAgeHours, log, now } = options;
  const fetched = new Map<string, true>();
  const startedAt = snowflakeAt(now());
  /** Saves where Steward began to listen to a channel, unless it is saved already. */
  const begin = (channelId: string) => cursors.beginning(channelId, startedAt);
  /** The id up to which the intake has every message of a location. */
  const missingAfter = async (locationId: string, channelId: string) =>
    (await cursors.cursor(locationId)) ?? (await begin(channelId));

  /** Fetches a location's missed messages, passes them to the intake and moves the cursor after each. */
  async function handIn(locationId: string): Promise<void> {
    const location = await directory.locationOf(locationId);
    if (!location || !listed.has(location.channelId)) return;
    const cursor = await missingAfter(locationId, location.channelId);
    const overlapping = snowflakeAt(new Date(snowflakeTime(cursor).getTime() - overlapMilliseconds));
    const since = later(await begin(location.channelId), overlapping);
    const oldest = snowflakeAt(hoursBefore(now(), maxAgeHours));
    // The cursor and not the overlap counts: the message at the cursor was passed on, however old it is.
    if (compareIds(cursor, oldest) < 0) await noteIfTooOld(locationId, cursor, oldest);
    const count = await handInAfter(locationId, later(since, oldest));
    log.debug({ location_id: locationId, messages: count }, 'discord.location_caught_up');
  }

  async function handInAfter(locationId: string, after: string): Promise<number> {
    let count = 0;
    let last = after;
    for (;;) {
      const page = await pageAfter(locationId, last, maxListed);
      for (const message of page) {
        await take(message);
        setBounded(fetched, { key: message.id, value: true, max: maxFetchedKept });
        await cursors.moveCursor(locationId, message.id);
        last = message.id;
        count += 1;
      }
      if (page.length < maxListed) return count;
    }
  }

  const pageAfter = (locationId: string, after: string, count: number) =>
    withDiscordFailure<readonly APIMessage[]>(
      directory.nameOf(locationId),
      listMessages(rest, locationId, { after, limit: String(count) }),
    );

  /** Reports a gap if a message is too old to be fetched, and moves the cursor past it, so that a gap is reported once. */
  async function noteIfTooOld(locationId: string, since: string, oldest: string): Promise<void> {
    const [first] = await pageAfter(locationId, since, 1);
    if (!first || compareIds(first.id, oldest) >= 0) return;
    const fields = { location_id: locationId, first_message_id: first.id, max_age_hours: maxAgeHours };
    log.warn(fields, 'discord.catch_up_gap');
    await cursors.noteMissed(locationId);
    await cursors.moveCursor(locationId, oldest);
  }

  return { handIn, missingAfter, begin, hasHandedIn: (messageId: string) => fetched.has(messageId) };
}

const later = (a: string, b: string): string => (compareIds(a, b) > 0 ? a : b);
