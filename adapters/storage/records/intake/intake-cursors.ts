import { sql } from 'kysely';
import type { IntakeCursors } from '../../../../domain/ports/records.ts';
import { purging } from '../../database/purging.ts';
import { insertNew, upsert, valueOf, values } from '../../database/rows.ts';
import type { Database } from '../../database/database.ts';

/** Catch-up never reaches further back. A location without a cursor starts with its channel's. */
const keptMilliseconds = 60 * 86_400_000;
const isOld = (now: Date): number => now.getTime() - keptMilliseconds;

export const createIntakeCursors = (
  database: Database,
  now: () => Date,
  purge = purging('intake_cursors', 'movedAt', isOld),
  purgeGaps = purging('unread_locations', 'notedAt', isOld),
): IntakeCursors => ({
  cursor: (locationId) =>
    database.read((trx) => valueOf(trx, 'intake_cursors', { locationId: locationId }, 'lastId')),

  moveCursor: (locationId, messageId) =>
    database.write(async (trx) => {
      const movedAt = now().getTime();
      await purge(trx, now());
      await trx
        .insertInto('intake_cursors')
        .values({ locationId: locationId, lastId: messageId, movedAt })
        .onConflict((conflict) =>
          conflict.column('locationId').doUpdateSet({ lastId: messageId, movedAt }).where(isLater),
        )
        .execute();
    }),

  beginning: (channelId, messageId) =>
    database.write(async (trx) => {
      await insertNew(trx, 'intake_beginnings', [{ channelId, firstId: messageId }]);
      return (await valueOf(trx, 'intake_beginnings', { channelId }, 'firstId')) ?? messageId;
    }),

  noteMissed: (locationId) =>
    database.write(async (trx) => {
      await purgeGaps(trx, now());
      await upsert(trx, 'unread_locations', { locationId: locationId, notedAt: now().getTime() });
    }),

  missedSince: (time) =>
    database.read((trx) =>
      values(
        trx
          .selectFrom('unread_locations')
          .select('locationId')
          .where('notedAt', '>=', time.getTime())
          .orderBy('notedAt')
          .orderBy('locationId'),
      ),
    ),
});

/** Compares ids as numbers: the longer one is greater. */
const isLater = sql<boolean>`(length(excluded.last_id), excluded.last_id) >
  (length(intake_cursors.last_id), intake_cursors.last_id)`;
