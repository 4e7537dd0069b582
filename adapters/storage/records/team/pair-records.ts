import type { MessageRef } from '../../../../domain/ports/chat.ts';
import type { DueReactions, PairOrigins } from '../../../../domain/ports/records.ts';
import { insertNew, remove, upsert, values } from '../../database/rows.ts';
import { all, first, run, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

export const createPairOrigins = (database: Database): PairOrigins => ({
  savePairOrigin: ({ qaId, link, correctedSourceIds, authorIds, snapshotId }) =>
    database.write(function* () {
      yield* upsert('pair_origins', {
        qa_id: qaId,
        link,
        corrected_source_ids: JSON.stringify(correctedSourceIds),
        author_ids: authorIds && JSON.stringify(authorIds),
        snapshot_id: snapshotId,
      });
      yield* remove('corrections', { qa_id: qaId });
      yield* insertNew(
        'corrections',
        correctedSourceIds.map((id) => ({ source_id: id, qa_id: qaId })),
      );
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
    database.read(() =>
      values(
        tables.selectFrom('corrections').select('qa_id').where('source_id', '=', sourceId).orderBy('qa_id'),
      ),
    ),
});

const dayMilliseconds = 86_400_000;

/** In the section that settles the pair. What no bot has taken in a day goes. */
export function* addDueReaction({ messageId, channelId, threadId }: MessageRef, now: Date): Section<void> {
  yield* run(tables.deleteFrom('due_reactions').where('due_until', '<=', now.getTime()));
  const dueUntil = now.getTime() + dayMilliseconds;
  const row = { message_id: messageId, channel_id: channelId, thread_id: threadId, due_until: dueUntil };
  yield* insertNew('due_reactions', [row]);
}

export const createDueReactions = (database: Database, now: () => Date): DueReactions => ({
  dueReactions: (limit) =>
    database.read(() =>
      all(
        tables
          .selectFrom('due_reactions')
          .select(['message_id as messageId', 'channel_id as channelId', 'thread_id as threadId'])
          .where('due_until', '>', now().getTime())
          .orderBy('due_until')
          .limit(limit),
      ),
    ),

  endReaction: (messageId) => database.write(() => remove('due_reactions', { message_id: messageId }), []),
});
