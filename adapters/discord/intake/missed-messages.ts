import type { APIMessage } from 'discord.js';
import { compareIds } from '../../../domain/intake/message.ts';
import type { IntakeCursors } from '../../../domain/ports/records.ts';
import { snowflakeAt, snowflakeTime } from '../../../domain/values/snowflake.ts';
import { asked } from '../discord-failure.ts';
import type { DiscordParts } from '../discord-parts.ts';
import { setBounded } from '../../../domain/values/bounded.ts';
import { listMessages, maxListed } from './list-messages.ts';
import { hoursBefore } from '../../../domain/values/time.ts';

export interface MissedOptions extends Pick<DiscordParts, 'rest' | 'directory' | 'listed' | 'log'> {
  readonly cursors: IntakeCursors;
  readonly take: (message: APIMessage) => Promise<void>;
  readonly maxAgeHours: number;
  readonly now: () => Date;
}

export interface MissedMessages {
  /** Fetches a location's missed messages, passes them to the intake and moves the cursor after each. */
  readonly handIn: (locationId: string) => Promise<void>;
  /** The id up to which the intake has every message of a location. */
  readonly missingAfter: (locationId: string, channelId: string) => Promise<string>;
  /** Saves where Steward began to listen to a channel, unless it is saved already. */
  readonly begin: (channelId: string) => Promise<unknown>;
  /** Whether a message was fetched and passed on already, so that the gateway's event adds nothing. */
  readonly hasHandedIn: (messageId: string) => boolean;
}

/** Discord does not guarantee the order of events, so messages shortly before a cursor are fetched again. */
const overlapMilliseconds = 10_000;
const maxFetchedKept = 10_000;

/** Fetches messages that were written during downtime, up to `maxAgeHours` back. */
export function createMissedMessages(options: MissedOptions): MissedMessages {
  const { rest, directory, cursors, take, listed, maxAgeHours, log, now } = options;
  const fetched = new Map<string, true>();
  const startedAt = snowflakeAt(now());
  const begin = (channelId: string) => cursors.beginning(channelId, startedAt);
  const missingAfter = async (locationId: string, channelId: string) =>
    (await cursors.cursor(locationId)) ?? (await begin(channelId));

  async function handIn(locationId: string): Promise<void> {
    const location = await directory.locationOf(locationId);
    if (!location || !listed.has(location.channelId)) return;
    const cursor = await missingAfter(locationId, location.channelId);
    const overlapping = snowflakeAt(new Date(snowflakeTime(cursor).getTime() - overlapMilliseconds));
    const since = later(await begin(location.channelId), overlapping);
    const oldest = snowflakeAt(hoursBefore(now(), maxAgeHours));
    // The cursor and not the overlap counts: the message at the cursor was passed on, however old it is.
    if (compareIds(cursor, oldest) < 0) await noteIfTooOld({ locationId, since: cursor, oldest });
    const count = await handInAfter(locationId, later(since, oldest));
    log.debug({ place_id: locationId, messages: count }, 'discord.place_caught_up');
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
    asked<readonly APIMessage[]>(
      directory.nameOf(locationId),
      listMessages(rest, locationId, { after, limit: String(count) }),
    );

  /** Reports a gap if a message is too old to be fetched, and moves the cursor past it, so that a gap is reported once. */
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

  return { handIn, missingAfter, begin, hasHandedIn: (messageId) => fetched.has(messageId) };
}

const later = (a: string, b: string): string => (compareIds(a, b) > 0 ? a : b);
