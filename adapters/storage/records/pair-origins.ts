import type { DatabaseSync } from 'node:sqlite';
import type { PairOrigins } from '../../../domain/ports/records.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';

export function createPairOrigins(db: DatabaseSync): PairOrigins {
  return {
    async savePairOrigin({ qaId, link, correctedSourceIds, authorIds, snapshotId }) {
      db.prepare(
        'INSERT OR REPLACE INTO pair_origins (qa_id, link, corrected_source_ids, author_ids, snapshot_id) VALUES (?, ?, ?, ?, ?)',
      ).run(
        qaId,
        link,
        JSON.stringify(correctedSourceIds),
        authorIds && JSON.stringify(authorIds),
        snapshotId,
      );
    },

    async pairOrigin(qaId) {
      const row = db
        .prepare(
          'SELECT link, corrected_source_ids, author_ids, snapshot_id FROM pair_origins WHERE qa_id = ?',
        )
        .get(qaId);
      if (!row) return { qaId, link: null, correctedSourceIds: [], authorIds: null, snapshotId: null };
      return {
        qaId,
        link: row['link'] === null ? null : String(row['link']),
        correctedSourceIds: JSON.parse(String(row['corrected_source_ids'])) as readonly string[],
        authorIds:
          row['author_ids'] === null ? null : (JSON.parse(String(row['author_ids'])) as readonly string[]),
        snapshotId: row['snapshot_id'] === null ? null : String(row['snapshot_id']),
      };
    },

    async correctionsOf(sourceId) {
      const rows = db
        .prepare(
          'SELECT qa_id FROM pair_origins, json_each(pair_origins.corrected_source_ids) WHERE json_each.value = ?',
        )
        .all(sourceId);
      return rows.map((row) => String(row['qa_id']) as QaId);
    },
  };
}
