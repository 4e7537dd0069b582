import type { RecallableAnswer } from '../../../../domain/reply/recall.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { sql, type ExpressionBuilder } from 'kysely';
import { evaluator } from '../../../../domain/intake/ask-snapshot.ts';
import { uncountedReasons } from '../../../../domain/reply/reply-record-status.ts';
import { erasedAuthor } from '../../../../domain/team/erased-turns.ts';
import type { Tables } from '../../database/tables.ts';
import { finalError } from '../../../../domain/ports/errors.ts';
import { insertNew, update, valueOf, type Row } from '../../database/rows.ts';
import type { Transaction } from '../../database/database.ts';

/** Reading and writing the rows of questions, inside somebody's transaction. */

/** Newest first; ids decide between equal times. */
export const newestReplyRecords = (trx: Transaction) =>
  trx
    .selectFrom('reply_records')
    .select('messageId')
    .orderBy('createdAt', 'desc')
    .orderBy(({ fn }) => fn('length', ['messageId']), 'desc')
    .orderBy('messageId', 'desc');

/** A row of a question of somebody, without evaluations and without erased people. */
export const isAsked = (row: ExpressionBuilder<Tables, 'reply_records'>) =>
  row.and([
    row('authorId', 'not in', [erasedAuthor, evaluator.id]),
    row('reason', 'not in', uncountedReasons),
  ]);

export async function findReplyRecord(trx: Transaction, messageId: string): Promise<ReplyRecord | null> {
  return (await findReplyRecords(trx, [messageId]))[0] ?? null;
}

export async function findReplyRecords(
  trx: Transaction,
  messageIds: readonly string[],
): Promise<readonly ReplyRecord[]> {
  // One row for each posted part, of which answers have few.
  const rows = await trx
    .selectFrom('reply_records')
    .leftJoin('posted_parts', 'posted_parts.messageId', 'reply_records.messageId')
    .select(['reply_records.messageId', 'body', 'status', 'reason', 'postedThreadId'])
    .select('postedMessageId')
    .where('reply_records.messageId', 'in', messageIds)
    .orderBy('part')
    .execute();
  const byId = Map.groupBy(rows, ({ messageId: id }) => id);
  return messageIds.flatMap((id): readonly ReplyRecord[] => {
    const parts = byId.get(id) ?? [];
    const [row] = parts;
    if (!row) return [];
    return [
      {
        ...row.body,
        status: row.status,
        reason: row.reason,
        postedThreadId: row.postedThreadId,
        postedMessageIds: parts.flatMap(({ postedMessageId: part }) => part ?? []),
      },
    ];
  });
}

/** Returns false and writes nothing if the message has a row. */
export async function insertReplyRecord(
  trx: Transaction,
  record: ReplyRecord,
  recall: RecallableAnswer | null,
): Promise<boolean> {
  const { messageId, authorId, status, reason, threadId, postedThreadId, createdAt } = record;
  const row = {
    messageId,
    authorId,
    status,
    reason,
    askedThreadId: threadId,
    postedThreadId,
    createdAt,
    readText: readTextOf(record),
    body: record,
    recall: record.answer === null ? null : recall,
  };
  const inserted = trx.insertInto('reply_records').values(row);
  const { numInsertedOrUpdatedRows } = await inserted
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await rememberParts(trx, messageId, [...record.postedMessageIds.entries()]);
  return true;
}

/** The first message of a part stays: it is the one that members saw. */
export async function rememberParts(
  trx: Transaction,
  messageId: string,
  parts: readonly (readonly [number, string])[],
): Promise<void> {
  const rows = parts.map(([part, id]) => ({ messageId, part, postedMessageId: id }));
  await insertNew(trx, 'posted_parts', rows);
}

export async function rewriteBody(
  trx: Transaction,
  record: ReplyRecord,
  columns: Partial<Row<'reply_records'>> = {},
): Promise<void> {
  const { messageId, status, reason, threadId: askedThreadId } = record;
  const row = { status, reason, askedThreadId, readText: readTextOf(record), body: record };
  await update(trx, 'reply_records', { messageId }, { ...row, ...columns });
}

export async function hasReplyRecord(trx: Transaction, messageId: string): Promise<boolean> {
  return (await valueOf(trx, 'reply_records', { messageId }, 'messageId')) !== null;
}

export async function assertReplyRecord(trx: Transaction, messageId: string): Promise<void> {
  if (await hasReplyRecord(trx, messageId)) return;
  throw finalError('reply_record_unknown', `No reply is recorded for message ${messageId}.`);
}

/*
 * Searches of questions by their words. They read what people read, and not the whole rows, which are ten times as long and hold
 * the names of their fields. JavaScript makes the lower case, because the engines have different ones.
 */

function readTextOf({ question, answer, sourceIds, citations, nearest = [] }: ReplyRecord): string {
  const sources = [...citations, ...nearest].flatMap(({ title, sourceId }) => [title, sourceId]);
  return [question, answer ?? '', ...sources, ...sourceIds].join('\n').toLowerCase();
}

/** Whether a row holds a text, whose every character stands for itself. */
export function holdsText(text: string) {
  const exactly = text.toLowerCase().replaceAll(/[\\%_]/gu, String.raw`\$&`);
  return sql<boolean>`read_text LIKE ${`%${exactly}%`} ESCAPE '\\'`;
}
