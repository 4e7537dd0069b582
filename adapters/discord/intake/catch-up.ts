import type { APIMessage, REST } from 'discord.js';
import pLimit from 'p-limit';
import { compareIds } from '../../../domain/intake/message.ts';
import type { IntakeCursors } from '../../../domain/ports/records.ts';
import { snowflakeAt, snowflakeTime } from '../../../domain/values/snowflake.ts';
import type { Directory } from '../guild/directory.ts';
import { discordFailure } from '../discord-errors.ts';
import type { DiscordLog } from '../discord-log.ts';
import type { EventQueue } from './event-queue.ts';
import type { ListedChannels } from '../guild/guild-channels.ts';
import { setBounded } from '../set-bounded.ts';
import { listMessages, maxListed } from './list-messages.ts';
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

export interface CatchUpOptions {
  readonly rest: REST;
  readonly directory: Directory;
  readonly cursors: IntakeCursors;
  readonly queue: EventQueue;
  readonly take: (message: APIMessage) => Promise<void>;
  readonly guildIds: readonly string[];
  readonly listed: ListedChannels;
  readonly maxAgeHours: number;
  readonly log: DiscordLog;
  readonly now: () => Date;
}

/** Discord promises no order of its events, so what was written shortly before a cursor is fetched again. */
const overlapMilliseconds = 10_000;
const locationsAtOnce = 4;
const maxLocationsKept = 20_000;
const maxFetchedKept = 10_000;

/** While a location is caught up; another object means that it has to be caught up once more. */
type State = object | 'caught_up';

/**
 * Fetches what was written while nobody listened, and hands it in like the gateway's own events, in order for each location. A
 * location's mark is the id up to which every message was handed in. It moves only while nothing is known to be missing, so
 * a death at any moment leaves a cursor that a later start can trust; what is handed in twice is handled once.
 */
export function createCatchUp(options: CatchUpOptions): CatchUp {
  const { rest, directory, cursors, queue, take, listed, maxAgeHours, log, now } = options;
  const states = new Map<string, State>();
  const fetched = new Map<string, true>();
  const limit = pLimit(locationsAtOnce);
  const startedAt = snowflakeAt(now());
  let session = {};

  const setState = (locationId: string, value: State) =>
    setBounded(states, { key: locationId, value, max: maxLocationsKept });

  const enqueue = (locationId: string) => {
    const state = {};
    setState(locationId, state);
    queue.addAlways(locationId, () => limit(() => fetchMissed(locationId, state)));
  };

  /** The id after which a location's messages may be missing, as far back as is wanted at all. */
  async function missingAfter(locationId: string, channelId: string): Promise<string> {
    const beginning = await cursors.beginning(channelId, startedAt);
    const cursor = (await cursors.cursor(locationId)) ?? beginning;
    const overlapping = snowflakeAt(new Date(snowflakeTime(cursor).getTime() - overlapMilliseconds));
    return later(beginning, overlapping);
  }

  async function fetchMissed(locationId: string, state: State): Promise<void> {
    const location = await directory.locationOf(locationId);
    if (location && listed.has(location.channelId)) {
      const since = await missingAfter(locationId, location.channelId);
      const oldest = snowflakeAt(new Date(now().getTime() - maxAgeHours * 3_600_000));
      // Without the overlap: what stands at the cursor itself was handed in, however old it is.
      const known = await missingAfterExactly(locationId, location.channelId);
      if (compareIds(known, oldest) < 0) await noteIfTooOld({ locationId, since: known, oldest });
      const count = await handInAfter(locationId, later(since, oldest));
      log.debug({ place_id: locationId, messages: count }, 'discord.place_caught_up');
    }
    if (states.get(locationId) === state) setState(locationId, 'caught_up');
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

  async function pageAfter(locationId: string, after: string, count: number): Promise<readonly APIMessage[]> {
    try {
      return await listMessages(rest, locationId, { after, limit: String(count) });
    } catch (error) {
      throw discordFailure(error, directory.nameOf(locationId));
    }
  }

  /**
   * A cursor is old in every quiet location; only a message that nobody will see is worth a word. The cursor moves behind what is
   * given up, so that a later start says nothing of it again.
   */
  async function noteIfTooOld(at: {
    readonly locationId: string;
    readonly since: string;
    readonly oldest: string;
  }): Promise<void> {
    const [first] = await pageAfter(at.locationId, at.since, 1);
    if (!first || compareIds(first.id, at.oldest) >= 0) return;
    const fields = { place_id: at.locationId, first_message_id: first.id, max_age_hours: maxAgeHours };
    log.warn(fields, 'discord.catch_up_gap');
    await cursors.noteGap(at.locationId);
    await cursors.moveCursor(at.locationId, at.oldest);
  }

  async function enqueueThreads(): Promise<void> {
    const began = session;
    const oldest = new Date(now().getTime() - maxAgeHours * 3_600_000);
    await Promise.all([...listed.keys()].map((id) => cursors.beginning(id, startedAt)));
    const threads = await threadsSince({ ...options, since: oldest });
    for (const { id, channelId, lastMessageId } of threads) {
      if (session !== began) return;
      if (states.has(id)) continue;
      const isBehind =
        lastMessageId !== null && compareIds(lastMessageId, await missingAfterExactly(id, channelId)) > 0;
      if (isBehind) enqueue(id);
      else if (!states.has(id) && session === began) setState(id, 'caught_up');
    }
    log.info({ channels: listed.size, threads: threads.length }, 'discord.catching_up');
  }

  const missingAfterExactly = async (locationId: string, channelId: string) =>
    (await cursors.cursor(locationId)) ?? (await cursors.beginning(channelId, startedAt));

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
    hasHandedIn: (messageId) => fetched.has(messageId),
    handedIn: async (locationId, messageId) => {
      if (states.get(locationId) === 'caught_up') await cursors.moveCursor(locationId, messageId);
    },
  };
}

const later = (a: string, b: string): string => (compareIds(a, b) > 0 ? a : b);
