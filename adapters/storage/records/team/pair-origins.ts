import type { PairOrigins } from '../../../../domain/ports/records.ts';
import { remove, upsert } from '../../database/rows.ts';
import { all, first, run, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

export const createPairOrigins = (database: Database): PairOrigins => ({
  savePairOrigin: ({ qaId, link, correctedSourceIds, authorIds, snapshotId }) =>
    database.write(function* () {
      const row = {
        qa_id: qaId,
        link,
        corrected_source_ids: JSON.stringify(correctedSourceIds),
        author_ids: authorIds && JSON.stringify(authorIds),
        snapshot_id: snapshotId,
      };
      yield* upsert('pair_origins', row, ['qa_id']);
      yield* remove('corrections', { qa_id: qaId });
      const corrected = [...new Set(correctedSourceIds)].map((id) => ({ source_id: id, qa_id: qaId }));
      if (corrected.length > 0) yield* run(tables.insertInto('corrections').values(corrected));
    }, []),

  pairOrigin: (qaId) =>
    database.read(function* () {
      const row = yield* first(tables.selectFrom('pair_origins').selectAll().where('qa_id', '=', qaId));
      if (!row) return { qaId, link: null, correctedSourceIds: [], authorIds: null, snapshotId: null };
      return {
        qaId,
        link: row.link,
        correctedSourceIds: JSON.parse(row.corrected_source_ids) as readonly string[],
        authorIds: row.author_ids === null ? null : (JSON.parse(row.author_ids) as readonly string[]),
        snapshotId: row.snapshot_id,
      };
    }),

  correctionsOf: (sourceId) =>
    database.read(function* () {
      const rows = yield* all(
        tables.selectFrom('corrections').select('qa_id').where('source_id', '=', sourceId).orderBy('qa_id'),
      );
      return rows.map(({ qa_id: qaId }) => qaId);
    }),
});
