import type { MessageRef } from '../../../../domain/ports/chat.ts';
import type { DueReactions, PairOrigins } from '../../../../domain/ports/records.ts';
import { insertNew, remove, upsert } from '../../database/rows.ts';
import { all, first, run, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

export const createPairOrigins = (database: Database): PairOrigins => ({
  savePairOrigin: ({ qaId, link, correctedSourceIds: ids, authorIds: authors, snapshotId }) =>
    database.write(function* () {
      const [correctedSourceIds, authorIds] = [JSON.stringify(ids), authors && JSON.stringify(authors)];
      yield* upsert('pair_origins', { qaId, link, correctedSourceIds, authorIds, snapshotId });
      yield* remove('corrections', { qaId });
      yield* insertNew(
        'corrections',
        ids.map((sourceId) => ({ sourceId, qaId })),
      );
    }, []),

  pairOrigin: (qaId) =>
    database.read(function* () {
      const row = yield* first(tables.selectFrom('pair_origins').selectAll().where('qaId', '=', qaId));
      if (!row) return { qaId, link: null, correctedSourceIds: [], authorIds: null, snapshotId: null };
      const correctedSourceIds = JSON.parse(row.correctedSourceIds) as readonly string[];
      const authorIds = row.authorIds === null ? null : (JSON.parse(row.authorIds) as readonly string[]);
      return { ...row, correctedSourceIds, authorIds };
    }),
});

const dayMilliseconds = 86_400_000;

/** For use in the section that settles the pair. Rows that no bot has taken within a day are deleted. */
export function* addDueReaction({ messageId, channelId, threadId }: MessageRef, now: Date): Section<void> {
  yield* run(tables.deleteFrom('due_reactions').where('dueUntil', '<=', now.getTime()));
  const dueUntil = now.getTime() + dayMilliseconds;
  yield* insertNew('due_reactions', [{ messageId, channelId, threadId, dueUntil }]);
}

export const createDueReactions = (database: Database, now: () => Date): DueReactions => ({
  dueReactions: (limit) =>
    database.read(() =>
      all(
        tables
          .selectFrom('due_reactions')
          .select(['messageId', 'channelId', 'threadId'])
          .where('dueUntil', '>', now().getTime())
          .orderBy('dueUntil')
          .limit(limit),
      ),
    ),

  endReaction: (messageId) => database.write(() => remove('due_reactions', { messageId }), []),
});
