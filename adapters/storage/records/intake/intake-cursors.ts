import { sql } from 'kysely';
import type { IntakeCursors } from '../../../../domain/ports/records.ts';
import { purging } from '../../database/purging.ts';
import { insertNew, upsert, valueOf, values } from '../../database/rows.ts';
import { run, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

/** Catch-up never reaches further back. A location without a cursor starts with its channel's. */
const keptMilliseconds = 60 * 86_400_000;
const isOld = (now: Date): number => now.getTime() - keptMilliseconds;

export const createIntakeCursors = (
  database: Database,
  now: () => Date,
  purge = purging('intake_marks', 'movedAt', isOld),
  purgeGaps = purging('intake_gaps', 'notedAt', isOld),
): IntakeCursors => ({
  cursor: (locationId) => database.read(() => valueOf('intake_marks', { placeId: locationId }, 'lastId')),

  moveCursor: (locationId, messageId) =>
    database.write(function* () {
      const movedAt = now().getTime();
      yield* purge(now());
      yield* run(
        tables
          .insertInto('intake_marks')
          .values({ placeId: locationId, lastId: messageId, movedAt })
          .onConflict((conflict) =>
            conflict.column('placeId').doUpdateSet({ lastId: messageId, movedAt }).where(isLater),
          ),
      );
    }, []),

  beginning: (channelId, messageId) =>
    database.write(function* () {
      yield* insertNew('intake_beginnings', [{ channelId, firstId: messageId }]);
      return (yield* valueOf('intake_beginnings', { channelId }, 'firstId')) ?? messageId;
    }, []),

  noteMissed: (locationId) =>
    database.write(function* () {
      yield* purgeGaps(now());
      yield* upsert('intake_gaps', { placeId: locationId, notedAt: now().getTime() });
    }, []),

  missedSince: (time) =>
    database.read(() =>
      values(
        tables
          .selectFrom('intake_gaps')
          .select('placeId')
          .where('notedAt', '>=', time.getTime())
          .orderBy('notedAt')
          .orderBy('placeId'),
      ),
    ),
});

/** Compares ids as numbers: the longer one is greater. */
const isLater = sql<boolean>`(length(excluded.last_id), excluded.last_id) >
  (length(intake_marks.last_id), intake_marks.last_id)`;
