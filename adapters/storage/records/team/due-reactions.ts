import type { MessageRef } from '../../../../domain/ports/chat.ts';
import type { DueReactions } from '../../../../domain/ports/records.ts';
import { insertNew, remove } from '../../database/rows.ts';
import { all, run, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

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
    database.read(function* () {
      const due = tables
        .selectFrom('due_reactions')
        .select(['message_id as messageId', 'channel_id as channelId', 'thread_id as threadId'])
        .where('due_until', '>', now().getTime())
        .orderBy('due_until')
        .limit(limit);
      return yield* all(due);
    }),

  endReaction: (messageId) =>
    database.write(function* () {
      yield* remove('due_reactions', { message_id: messageId });
    }, []),
});
