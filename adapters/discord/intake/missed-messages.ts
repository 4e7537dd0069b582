import type { APIMessage } from 'discord.js';
import { compareIds } from '../../../domain/intake/message.ts';
import type { IntakeCursors } from '../../../domain/ports/records.ts';
import { snowflakeAt, snowflakeTime } from '../../../domain/values/snowflake.ts';
import { asked } from '../discord-failure.ts';
import type { DiscordParts } from '../discord-parts.ts';
import { setBounded } from '../../../domain/values/bounded.ts';
import { listMessages, maxListed } from './list-messages.ts';

export interface MissedOptions extends Pick<DiscordParts, 'rest' | 'directory' | 'listed' | 'log'> {
  readonly cursors: IntakeCursors;
  readonly take: (message: APIMessage) => Promise<void>;
  readonly maxAgeHours: number;
  readonly now: () => Date;
}

export interface MissedMessages {
  /** Fetches what a location missed, hands it in, and moves the location's cursor behind each message. */
  readonly handIn: (locationId: string) => Promise<void>;
  /** The id up to which every message of a location was handed in. */
  readonly missingAfter: (locationId: string, channelId: string) => Promise<string>;
  /** Notes where Steward begins to listen to a channel, if it does not know yet. */
  readonly begin: (channelId: string) => Promise<unknown>;
  /** Whether it was fetched and handed in already, so that the gateway's own event says nothing new. */
  readonly hasHandedIn: (messageId: string) => boolean;
}

/** Discord promises no order of its events, so what was written shortly before a cursor is fetched again. */
const overlapMilliseconds = 10_000;
const maxFetchedKept = 10_000;

/** What was written in a location while nobody listened, as far back as catch-up goes. */
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
    const oldest = snowflakeAt(new Date(now().getTime() - maxAgeHours * 3_600_000));
    // Without the overlap: what stands at the cursor itself was handed in, however old it is.
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

  return { handIn, missingAfter, begin, hasHandedIn: (messageId) => fetched.has(messageId) };
}

const later = (a: string, b: string): string => (compareIds(a, b) > 0 ? a : b);
