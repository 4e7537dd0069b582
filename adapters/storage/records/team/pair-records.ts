import type { PairRecords } from '../../../../domain/ports/records.ts';
import { contradictingPage } from '../../../../domain/team/pair-comparison.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';
import { list, update, upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';

export const createPairRecords = (database: Database): PairRecords => ({
  savePairOrigin: (origin) =>
    database.write((trx) => upsert(trx, 'pair_origins', { isTyped: false, channelId: null, ...origin })),

  pairOrigin: (qaId) =>
    database.read(async (trx) => {
      const origins = trx.selectFrom('pair_origins').selectAll().where('qaId', '=', qaId);
      const unknown = { qaId, link: null, correctedSourceIds: [], authorIds: null, snapshotId: null };
      return (await origins.executeTakeFirst()) ?? unknown;
    }),

  channelsOfPairs: () =>
    database.read(async (trx) => {
      const rows = await list(trx, 'pair_origins', {}, ['qaId', 'channelId']);
      return new Map(rows.flatMap(({ qaId, channelId }) => (channelId === null ? [] : [[qaId, channelId]])));
    }),

  pairComparisons: (qaIds) =>
    database.read((trx) => comparisonsIn(trx, qaIds === undefined ? {} : { qaId: qaIds })),

  savePairComparison: ({ qaId, documents, near, verdict, page, asked }) =>
    database.write((trx) => upsert(trx, 'pair_comparisons', { qaId, documents, near, verdict, page, asked })),

  keepPair: (qaId, hash) =>
    database.write(async (trx) => {
      const page = contradictingPage((await comparisonsIn(trx, { qaId })).get(qaId));
      if (page?.hash !== hash) return false;
      await update(trx, 'pair_comparisons', { qaId }, { keptHash: hash });
      return true;
    }),
});

async function comparisonsIn(trx: Transaction, match: { readonly qaId?: QaId | readonly QaId[] }) {
  const columns = ['qaId', 'documents', 'near', 'verdict', 'page', 'asked', 'keptHash'] as const;
  const rows = await list(trx, 'pair_comparisons', match, columns);
  return new Map(rows.map((row) => [row.qaId, row]));
}
