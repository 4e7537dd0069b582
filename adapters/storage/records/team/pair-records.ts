import type { PairComparisons, PairOrigins } from '../../../../domain/ports/records.ts';
import { contradictingPage, type PairComparison } from '../../../../domain/team/pair-comparison.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';
import { find, list, update, upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';

export const createPairOrigins = (database: Database): PairOrigins => ({
  savePairOrigin: ({ qaId, link, correctedSourceIds, authorIds, snapshotId, channelId = null }) => {
    const authors = authorIds && JSON.stringify(authorIds);
    const row = {
      qaId,
      link,
      correctedSourceIds: JSON.stringify(correctedSourceIds),
      authorIds: authors,
      snapshotId,
      channelId,
    };
    return database.write((trx) => upsert(trx, 'pair_origins', row));
  },

  pairOrigin: (qaId) =>
    database.read(async (trx) => {
      const columns = ['link', 'correctedSourceIds', 'authorIds', 'snapshotId', 'channelId'] as const;
      const row = await find(trx, 'pair_origins', { qaId }, columns);
      if (!row) return { qaId, link: null, correctedSourceIds: [], authorIds: null, snapshotId: null };
      const correctedSourceIds = JSON.parse(row.correctedSourceIds) as readonly string[];
      const authorIds = row.authorIds === null ? null : (JSON.parse(row.authorIds) as readonly string[]);
      return { ...row, qaId, correctedSourceIds, authorIds };
    }),

  channelsOfPairs: () =>
    database.read(async (trx) => {
      const rows = await list(trx, 'pair_origins', {}, ['qaId', 'channelId']);
      return new Map(rows.flatMap(({ qaId, channelId }) => (channelId === null ? [] : [[qaId, channelId]])));
    }),
});

export const createPairComparisons = (database: Database): PairComparisons => ({
  pairComparisons: (qaIds) =>
    database.read((trx) => comparisonsIn(trx, qaIds === undefined ? {} : { qaId: qaIds })),

  savePairComparison: ({ qaId, ...comparison }) =>
    database.write((trx) =>
      upsert(trx, 'pair_comparisons', { qaId, comparison: JSON.stringify(comparison) }),
    ),

  keepPair: (qaId, hash) =>
    database.write(async (trx) => {
      const page = contradictingPage((await comparisonsIn(trx, { qaId })).get(qaId));
      if (page?.hash !== hash) return false;
      await update(trx, 'pair_comparisons', { qaId }, { keptHash: hash });
      return true;
    }),
});

async function comparisonsIn(trx: Transaction, match: { readonly qaId?: QaId | readonly QaId[] }) {
  const rows = await list(trx, 'pair_comparisons', match, ['qaId', 'comparison', 'keptHash']);
  return new Map(
    rows.map(({ qaId, comparison, keptHash }) => {
      const said = JSON.parse(comparison) as Omit<PairComparison, 'qaId' | 'keptHash'>;
      return [qaId, { ...said, qaId, keptHash }];
    }),
  );
}
