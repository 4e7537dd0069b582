import { sql } from 'kysely';
import type { IntakeCursors } from '../../../../domain/ports/records.ts';
import { upsert, valueOf, values } from '../../database/rows.ts';
import type { Database } from '../../database/database.ts';

export const createIntakeCursors = (database: Database, now: () => Date): IntakeCursors => ({
  cursor: (locationId) => database.read((trx) => valueOf(trx, 'intake_locations', { locationId }, 'lastId')),

  moveCursor: (locationId, lastId) =>
    database.write(async (trx) => {
      await trx
        .insertInto('intake_locations')
        .values({ locationId, lastId })
        .onConflict((conflict) => conflict.column('locationId').doUpdateSet({ lastId }).where(isLater))
        .execute();
    }),

  beginning: (locationId, messageId) =>
    database.write(async (trx) => {
      const firstId = await valueOf(trx, 'intake_locations', { locationId }, 'firstId');
      if (firstId === null) await upsert(trx, 'intake_locations', { locationId, firstId: messageId });
      return firstId ?? messageId;
    }),

  noteMissed: (locationId) =>
    database.write((trx) => upsert(trx, 'intake_locations', { locationId, missedAt: now().getTime() })),

  missedSince: (time) =>
    database.read((trx) =>
      values(
        trx
          .selectFrom('intake_locations')
          .select('locationId')
          .where('missedAt', '>=', time.getTime())
          .orderBy('missedAt')
          .orderBy('locationId'),
      ),
    ),
});

/** Compares ids as numbers: the longer one is greater. */
const isLater = sql<boolean>`intake_locations.last_id IS NULL OR
  (length(excluded.last_id), excluded.last_id) > (length(intake_locations.last_id), intake_locations.last_id)`;
