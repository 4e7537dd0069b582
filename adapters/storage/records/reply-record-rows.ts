import type { DatabaseSync } from 'node:sqlite';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { ReplyRecordStatus } from '../../../domain/reply/reply-record-status.ts';
import { PortError } from '../../../domain/ports/errors.ts';

/** Reading and writing the rows of questions, inside somebody's transaction. */

export function findReplyRecord(db: DatabaseSync, messageId: string): ReplyRecord | null {
  const row = db
    .prepare('SELECT body, status, reason, posted_thread_id FROM interactions WHERE message_id = ?')
    .get(messageId);
  if (!row) return null;
  const parts = db
    .prepare('SELECT posted_message_id FROM posted_parts WHERE message_id = ? ORDER BY part')
    .all(messageId);
  return {
    ...(JSON.parse(String(row['body'])) as ReplyRecord),
    status: row['status'] as ReplyRecordStatus,
    reason: String(row['reason']),
    postedThreadId: row['posted_thread_id'] === null ? null : String(row['posted_thread_id']),
    postedMessageIds: parts.map((part) => String(part['posted_message_id'])),
  };
}

export function insertReplyRecord(db: DatabaseSync, record: ReplyRecord): void {
  const { messageId, status, reason, postedThreadId, createdAt, postedMessageIds } = record;
  db.prepare(
    `INSERT INTO interactions (message_id, status, reason, posted_thread_id, created_at, changed_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(messageId, status, reason, postedThreadId, createdAt, createdAt, JSON.stringify(record));
  for (const [part, id] of postedMessageIds.entries()) rememberPart(db, messageId, part, id);
}

/** The first message remembered for a part stays: it is the one that members saw. */
export function rememberPart(
  db: DatabaseSync,
  messageId: string,
  part: number,
  postedMessageId: string,
): void {
  db.prepare('INSERT OR IGNORE INTO posted_parts (message_id, part, posted_message_id) VALUES (?, ?, ?)').run(
    messageId,
    part,
    postedMessageId,
  );
}

export function assertReplyRecord(db: DatabaseSync, messageId: string): void {
  if (db.prepare('SELECT 1 FROM interactions WHERE message_id = ?').get(messageId)) return;
  throw new PortError({
    kind: 'final',
    code: 'interaction_unknown',
    message: `No interaction is recorded for message ${messageId}.`,
  });
}
