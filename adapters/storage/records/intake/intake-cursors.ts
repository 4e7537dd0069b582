import { sql } from 'kysely';
import type { IntakeCursors } from '../../../../domain/ports/records.ts';
import { insertNew, upsert, valueOf, values } from '../../database/rows.ts';
import type { Database } from '../../database/database.ts';

export const createIntakeCursors = (database: Database, now: () => Date): IntakeCursors => ({
  cursor: (locationId) => database.read((trx) => valueOf(trx, 'intake_cursors', { locationId }, 'lastId')),

  moveCursor: (locationId, messageId) =>
    database.write(async (trx) => {
      const movedAt = now().getTime();
      await trx
        .insertInto('intake_cursors')
        .values({ locationId, lastId: messageId, movedAt })
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
    database.write((trx) => upsert(trx, 'unread_locations', { locationId, notedAt: now().getTime() })),

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
