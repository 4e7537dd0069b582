import { sql } from 'kysely';
import type { IntakeCursors } from '../../../../domain/ports/records.ts';
import { find, insertNew } from '../../database/rows.ts';
import { all, run, type Database, type Statement } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { purging, rowsPerPurge } from '../operations/purge-expired.ts';

/** Longer than anything is caught up for: a place without a cursor begins with its channel. */
const keptDays = 60;

export const createIntakeCursors = (
  database: Database,
  now: () => Date,
  purge = purging(removeOld),
): IntakeCursors => ({
  cursor: (placeId) =>
    database.read(function* () {
      const row = yield* find('intake_marks', { place_id: placeId }, ['last_id']);
      return row?.last_id ?? null;
    }),

  moveCursor: (placeId, messageId) =>
    database.write(function* () {
      const movedAt = now().getTime();
      yield* purge(now());
      yield* run(
        tables
          .insertInto('intake_marks')
          .values({ place_id: placeId, last_id: messageId, moved_at: movedAt })
          .onConflict((conflict) =>
            conflict.column('place_id').doUpdateSet({ last_id: messageId, moved_at: movedAt }).where(isLater),
          ),
      );
    }, []),

  beginning: (channelId, messageId) =>
    database.write(function* () {
      const row = { channel_id: channelId, first_id: messageId };
      yield* insertNew('intake_beginnings', [row]);
      const begun = yield* find('intake_beginnings', { channel_id: channelId }, ['first_id']);
      return begun?.first_id ?? messageId;
    }, []),

  noteGap: (placeId) =>
    database.write(function* () {
      const notedAt = now().getTime();
      yield* run(tables.deleteFrom('intake_gaps').where('noted_at', '<', notedAt - keptDays * 86_400_000));
      yield* run(
        tables
          .insertInto('intake_gaps')
          .values({ place_id: placeId, noted_at: notedAt })
          .onConflict((conflict) => conflict.column('place_id').doUpdateSet({ noted_at: notedAt })),
      );
    }, []),

  gapsSince: (time) =>
    database.read(function* () {
      const rows = yield* all(
        tables
          .selectFrom('intake_gaps')
          .select('place_id')
          .where('noted_at', '>=', time.getTime())
          .orderBy('noted_at')
          .orderBy('place_id'),
      );
      return rows.map(({ place_id: placeId }) => placeId);
    }),
});

function removeOld(now: Date): Statement {
  const old = tables
    .selectFrom('intake_marks')
    .select('place_id')
    .where('moved_at', '<', now.getTime() - keptDays * 86_400_000)
    .limit(rowsPerPurge);
  return tables.deleteFrom('intake_marks').where('place_id', 'in', old);
}

/** Ids grow by length first. */
const isLater = sql<boolean>`(length(excluded.last_id), excluded.last_id) >
  (length(intake_marks.last_id), intake_marks.last_id)`;
