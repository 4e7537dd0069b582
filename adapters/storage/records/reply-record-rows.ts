import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { ReplyRecordStatus, ReplyReason } from '../../../domain/reply/reply-record-status.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import { find, insertNew } from '../database/rows.ts';
import { all, chunked, run, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';

/** Reading and writing the rows of questions, inside somebody's section. */

export function* findReplyRecord(messageId: string): Section<ReplyRecord | null> {
  return (yield* findInteractions([messageId]))[0] ?? null;
}

/** In the order of the ids. */
export function* findInteractions(messageIds: readonly string[]): Section<readonly ReplyRecord[]> {
  const found = new Map<string, ReplyRecord>();
  for (const ids of chunked(messageIds)) {
    const rows = yield* all(
      tables
        .selectFrom('interactions')
        .select(['message_id', 'body', 'status', 'reason', 'posted_thread_id'])
        .where('message_id', 'in', ids),
    );
    const parts = Map.groupBy(
      yield* all(
        tables.selectFrom('posted_parts').selectAll().where('message_id', 'in', ids).orderBy('part'),
      ),
      ({ message_id: id }) => id,
    );
    for (const row of rows) {
      found.set(row.message_id, {
        ...(JSON.parse(row.body) as ReplyRecord),
        status: row.status as ReplyRecordStatus,
        reason: row.reason as ReplyReason,
        postedThreadId: row.posted_thread_id,
        postedMessageIds: (parts.get(row.message_id) ?? []).map(({ posted_message_id: id }) => id),
      });
    }
  }
  return messageIds.flatMap((id) => found.get(id) ?? []);
}

export function* insertReplyRecord(record: ReplyRecord): Section<void> {
  const { messageId, authorId, status, reason, threadId, postedThreadId, createdAt } = record;
  const row = {
    message_id: messageId,
    author_id: authorId,
    status,
    reason,
    asked_thread_id: threadId,
    posted_thread_id: postedThreadId,
    created_at: createdAt,
    changed_at: createdAt,
    body: JSON.stringify(record),
  };
  yield* run(tables.insertInto('interactions').values(row));
  yield* rememberParts(messageId, [...record.postedMessageIds.entries()]);
}

/** The first message remembered for a part stays: it is the one that members saw. */
export function* rememberParts(
  messageId: string,
  parts: readonly (readonly [number, string])[],
): Section<void> {
  const rows = parts.map(([part, id]) => ({ message_id: messageId, part, posted_message_id: id }));
  if (rows.length === 0) return;
  yield* insertNew('posted_parts', rows);
}

export function* hasInteraction(messageId: string): Section<boolean> {
  const row = yield* find('interactions', { message_id: messageId }, ['message_id']);
  return row !== undefined;
}

export function* assertReplyRecord(messageId: string): Section<void> {
  if (yield* hasInteraction(messageId)) return;
  throw new PortError({
    kind: 'final',
    code: 'interaction_unknown',
    message: `No reply is recorded for message ${messageId}.`,
  });
}
