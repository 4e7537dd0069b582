import type { DatabaseSync } from 'node:sqlite';
import type { IntakeCursors } from '../../../domain/ports/records.ts';
import { transaction } from '../sqlite/transaction.ts';

/** Longer than anything is caught up for: a place without a cursor begins with its channel. */
const keptDays = 60;
const purgedPerCall = 20;

export function createIntakeCursors(db: DatabaseSync, now: () => Date): IntakeCursors {
  return {
    async cursor(placeId) {
      const row = db.prepare('SELECT last_id FROM intake_marks WHERE place_id = ?').get(placeId);
      return row ? String(row['last_id']) : null;
    },

    async moveCursor(placeId, messageId) {
      const movedAt = now().getTime();
      transaction(db, () => {
        db.prepare(
          `DELETE FROM intake_marks WHERE place_id IN
             (SELECT place_id FROM intake_marks WHERE moved_at < ? LIMIT ${purgedPerCall})`,
        ).run(movedAt - keptDays * 86_400_000);
        db.prepare(
          `INSERT INTO intake_marks (place_id, last_id, moved_at) VALUES (?, ?, ?)
           ON CONFLICT (place_id) DO UPDATE SET last_id = excluded.last_id, moved_at = excluded.moved_at
           WHERE (length(excluded.last_id), excluded.last_id) > (length(last_id), last_id)`,
        ).run(placeId, messageId, movedAt);
      });
    },

    async beginning(channelId, messageId) {
      db.prepare('INSERT OR IGNORE INTO intake_beginnings (channel_id, first_id) VALUES (?, ?)').run(
        channelId,
        messageId,
      );
      const row = db.prepare('SELECT first_id FROM intake_beginnings WHERE channel_id = ?').get(channelId);
      return String(row?.['first_id'] ?? messageId);
    },

    async noteGap(placeId) {
      const notedAt = now().getTime();
      transaction(db, () => {
        db.prepare('DELETE FROM intake_gaps WHERE noted_at < ?').run(notedAt - keptDays * 86_400_000);
        db.prepare(
          `INSERT INTO intake_gaps (place_id, noted_at) VALUES (?, ?)
           ON CONFLICT (place_id) DO UPDATE SET noted_at = excluded.noted_at`,
        ).run(placeId, notedAt);
      });
    },

    async gapsSince(time) {
      const rows = db
        .prepare('SELECT place_id FROM intake_gaps WHERE noted_at >= ? ORDER BY noted_at, place_id')
        .all(time.getTime());
      return rows.map((row) => String(row['place_id']));
    },
  };
}
