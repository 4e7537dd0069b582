import type { MessageRef } from '../../../../domain/ports/chat.ts';
import type { DueReactions, PairOrigins } from '../../../../domain/ports/records.ts';
import { insertNew, remove, upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';

export const createPairOrigins = (database: Database): PairOrigins => ({
  savePairOrigin: ({ qaId, link, correctedSourceIds: ids, authorIds: authors, ...origin }) =>
    database.write(async (trx) => {
      const [correctedSourceIds, authorIds] = [JSON.stringify(ids), authors && JSON.stringify(authors)];
      const { snapshotId, channelId = null } = origin;
      const row = { qaId, link, correctedSourceIds, authorIds, snapshotId, channelId };
      await upsert(trx, 'pair_origins', row);
      await remove(trx, 'corrections', { qaId });
      await insertNew(
        trx,
        'corrections',
        ids.map((sourceId) => ({ sourceId, qaId })),
      );
    }),

  pairOrigin: (qaId) =>
    database.read(async (trx) => {
      const row = await trx
        .selectFrom('pair_origins')
        .selectAll()
        .where('qaId', '=', qaId)
        .executeTakeFirst();
      if (!row) return { qaId, link: null, correctedSourceIds: [], authorIds: null, snapshotId: null };
      const correctedSourceIds = JSON.parse(row.correctedSourceIds) as readonly string[];
      const authorIds = row.authorIds === null ? null : (JSON.parse(row.authorIds) as readonly string[]);
      return { ...row, correctedSourceIds, authorIds };
    }),

  channelsOfPairs: () =>
    database.read(async (trx) => {
      const rows = await trx
        .selectFrom('pair_origins')
        .select(['qaId', 'channelId'])
        .where('channelId', 'is not', null)
        .execute();
      return new Map(rows.map(({ qaId, channelId }) => [qaId, channelId ?? '']));
    }),
});

const dayMilliseconds = 86_400_000;

/** For use in the transaction that settles the pair. It is due for a day. */
export async function addDueReaction(
  trx: Transaction,
  { messageId, channelId, threadId }: MessageRef,
  now: Date,
): Promise<void> {
  const dueUntil = now.getTime() + dayMilliseconds;
  await insertNew(trx, 'due_reactions', [{ messageId, channelId, threadId, dueUntil }]);
}

export const createDueReactions = (database: Database, now: () => Date): DueReactions => ({
  dueReactions: (limit) =>
    database.read((trx) =>
      trx
        .selectFrom('due_reactions')
        .select(['messageId', 'channelId', 'threadId'])
        .where('dueUntil', '>', now().getTime())
        .orderBy('dueUntil')
        .limit(limit)
        .execute(),
    ),

  endReaction: (messageId) => database.write((trx) => remove(trx, 'due_reactions', { messageId })),
});
