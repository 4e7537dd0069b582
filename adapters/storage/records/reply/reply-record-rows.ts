import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { finalError } from '../../../../domain/ports/errors.ts';
import { allAmong, insertNew, remove, update, valueOf, type Row } from '../../database/rows.ts';
import { run, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

/** Reading and writing the rows of questions, inside somebody's section. */

/** Newest first; ids decide between equal times. */
export const newestInteractions = tables
  .selectFrom('reply_records')
  .select('messageId')
  .orderBy('createdAt', 'desc')
  .orderBy(({ fn }) => fn('length', ['messageId']), 'desc')
  .orderBy('messageId', 'desc');

export function* findReplyRecord(messageId: string): Section<ReplyRecord | null> {
  return (yield* findReplyRecords([messageId]))[0] ?? null;
}

export function* findReplyRecords(messageIds: readonly string[]): Section<readonly ReplyRecord[]> {
  // One row for each posted part, of which answers have few.
  const rows = yield* allAmong(messageIds, (some) =>
    tables
      .selectFrom('reply_records')
      .leftJoin('posted_parts', 'posted_parts.messageId', 'reply_records.messageId')
      .select(['reply_records.messageId', 'body', 'status', 'reason', 'postedThreadId'])
      .select('postedMessageId')
      .where('reply_records.messageId', 'in', some)
      .orderBy('part'),
  );
  const byId = Map.groupBy(rows, ({ messageId: id }) => id);
  return messageIds.flatMap((id): readonly ReplyRecord[] => {
    const parts = byId.get(id) ?? [];
    const [row] = parts;
    if (!row) return [];
    return [
      {
        ...(JSON.parse(row.body) as ReplyRecord),
        status: row.status,
        reason: row.reason,
        postedThreadId: row.postedThreadId,
        postedMessageIds: parts.flatMap(({ postedMessageId: part }) => part ?? []),
      },
    ];
  });
}

/** Returns false and writes nothing if the message has a row. */
export function* insertReplyRecord(record: ReplyRecord): Section<boolean> {
  const { messageId, authorId, status, reason, threadId, postedThreadId, createdAt } = record;
  const row = {
    messageId,
    authorId,
    status,
    reason,
    askedThreadId: threadId,
    postedThreadId,
    createdAt,
    changedAt: createdAt,
    body: JSON.stringify(record),
  };
  const inserted = tables.insertInto('reply_records').values(row);
  if ((yield* run(inserted.onConflict((conflict) => conflict.doNothing()))) === 0) return false;
  yield* rememberParts(messageId, [...record.postedMessageIds.entries()]);
  return true;
}

/** The first message of a part stays: it is the one that members saw. */
export function* rememberParts(
  messageId: string,
  parts: readonly (readonly [number, string])[],
): Section<void> {
  const rows = parts.map(([part, id]) => ({ messageId, part, postedMessageId: id }));
  yield* insertNew('posted_parts', rows);
}

/** Its text for searches goes, because it may hold what the new body does not. */
export function* rewriteBody(
  record: ReplyRecord,
  columns: Partial<Row<'reply_records'>> = {},
): Section<void> {
  const { messageId } = record;
  yield* update('reply_records', { messageId }, { body: JSON.stringify(record), ...columns });
  yield* remove('reply_texts', { messageId });
}

export function* hasReplyRecord(messageId: string): Section<boolean> {
  return (yield* valueOf('reply_records', { messageId }, 'messageId')) !== null;
}

export function* assertReplyRecord(messageId: string): Section<void> {
  if (yield* hasReplyRecord(messageId)) return;
  throw finalError('reply_record_unknown', `No reply is recorded for message ${messageId}.`);
}
