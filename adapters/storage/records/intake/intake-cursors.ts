import { sql } from 'kysely';
import type { IntakeCursors } from '../../../../domain/ports/records.ts';
import { purging } from '../../database/purging.ts';
import { insertNew, upsert, valueOf, values } from '../../database/rows.ts';
import { run, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

/** Longer than anything is caught up for: a place without a cursor begins with its channel. */
const keptMilliseconds = 60 * 86_400_000;
const isOld = (now: Date): number => now.getTime() - keptMilliseconds;

export const createIntakeCursors = (
  database: Database,
  now: () => Date,
  purge = purging('intake_marks', 'moved_at', isOld),
  purgeGaps = purging('intake_gaps', 'noted_at', isOld),
): IntakeCursors => ({
  cursor: (placeId) => database.read(() => valueOf('intake_marks', { place_id: placeId }, 'last_id')),

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
      yield* insertNew('intake_beginnings', [{ channel_id: channelId, first_id: messageId }]);
      return (yield* valueOf('intake_beginnings', { channel_id: channelId }, 'first_id')) ?? messageId;
    }, []),

  noteGap: (placeId) =>
    database.write(function* () {
      yield* purgeGaps(now());
      yield* upsert('intake_gaps', { place_id: placeId, noted_at: now().getTime() });
    }, []),

  gapsSince: (time) =>
    database.read(() =>
      values(
        tables
          .selectFrom('intake_gaps')
          .select('place_id')
          .where('noted_at', '>=', time.getTime())
          .orderBy('noted_at')
          .orderBy('place_id'),
      ),
    ),
});

/** Ids grow by length first. */
const isLater = sql<boolean>`(length(excluded.last_id), excluded.last_id) >
  (length(intake_marks.last_id), intake_marks.last_id)`;
