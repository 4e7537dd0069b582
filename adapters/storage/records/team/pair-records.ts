import type { MessageRef } from '../../../../domain/ports/chat.ts';
import type { DueReactions, PairOrigins } from '../../../../domain/ports/records.ts';
import { find, insertNew, remove, upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';

export const createPairOrigins = (database: Database): PairOrigins => ({
  savePairOrigin: ({ qaId, link, correctedSourceIds, authorIds, snapshotId }) => {
    const authors = authorIds && JSON.stringify(authorIds);
    const row = {
      qaId,
      link,
      correctedSourceIds: JSON.stringify(correctedSourceIds),
      authorIds: authors,
      snapshotId,
    };
    return database.write((trx) => upsert(trx, 'pair_origins', row));
  },

  pairOrigin: (qaId) =>
    database.read(async (trx) => {
      const columns = ['link', 'correctedSourceIds', 'authorIds', 'snapshotId'] as const;
      const row = await find(trx, 'pair_origins', { qaId }, columns);
      if (!row) return { qaId, link: null, correctedSourceIds: [], authorIds: null, snapshotId: null };
      const correctedSourceIds = JSON.parse(row.correctedSourceIds) as readonly string[];
      const authorIds = row.authorIds === null ? null : (JSON.parse(row.authorIds) as readonly string[]);
      return { ...row, qaId, correctedSourceIds, authorIds };
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
