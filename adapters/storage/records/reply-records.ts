import type { DatabaseSync } from 'node:sqlite';
import { outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import type { ReplyRecords } from '../../../domain/ports/records.ts';
import { erasedAuthor } from '../../../domain/team/erased-turns.ts';
import { transaction } from '../sqlite/transaction.ts';
import { noteAdmissionEnd } from './admission-records.ts';
import { assertReplyRecord, findReplyRecord, insertReplyRecord, rememberPart } from './reply-record-rows.ts';
import { revisionRecords } from './revision-records.ts';

export function createReplyRecords(db: DatabaseSync): ReplyRecords {
  return {
    async replyRecord(messageId) {
      return findReplyRecord(db, messageId);
    },

    async insertReplyRecord(record) {
      return transaction(db, () => {
        const existing = findReplyRecord(db, record.messageId);
        if (existing) return existing;
        insertReplyRecord(db, record);
        // What waits for the team, or was never to be posted, holds nobody back.
        const { messageId, status, createdAt } = record;
        if (status !== 'generated')
          noteAdmissionEnd(db, { messageId, posted: false, at: new Date(createdAt) });
        return record;
      });
    },

    async setStatus(messageId, { status, reason, now }) {
      transaction(db, () => {
        assertReplyRecord(db, messageId);
        const { changes } = db
          .prepare(
            `UPDATE interactions SET status = ?, reason = ?, changed_at = ?
             WHERE message_id = ? AND status NOT IN ('answered', 'failed', 'removed')`,
          )
          .run(status, reason, now.toISOString(), messageId);
        if (changes > 0) noteAdmissionEnd(db, { messageId, posted: status === 'answered', at: now });
      });
    },

    async reviseHeld(messageId, { post, answer }) {
      transaction(db, () => {
        const record = findReplyRecord(db, messageId);
        if (record?.status !== 'held') return;
        const body = JSON.stringify({ ...record, post, answer });
        db.prepare('UPDATE interactions SET body = ? WHERE message_id = ?').run(body, messageId);
      });
    },

    async markRemoved(messageId, now) {
      db.prepare(
        `UPDATE interactions SET status = 'removed', changed_at = ?
         WHERE message_id = ? AND status NOT IN ('failed', 'removed')`,
      ).run(now.toISOString(), messageId);
    },

    ...revisionRecords(db),

    async rememberThread(messageId, threadId) {
      transaction(db, () => {
        assertReplyRecord(db, messageId);
        db.prepare('UPDATE interactions SET posted_thread_id = ? WHERE message_id = ?').run(
          threadId,
          messageId,
        );
      });
    },

    async rememberPart(messageId, part, postedMessageId) {
      transaction(db, () => {
        assertReplyRecord(db, messageId);
        rememberPart(db, messageId, part, postedMessageId);
      });
    },

    async replyRecordOfPost(postedMessageId) {
      const row = db
        .prepare('SELECT message_id FROM posted_parts WHERE posted_message_id = ?')
        .get(postedMessageId);
      return row ? findReplyRecord(db, String(row['message_id'])) : null;
    },

    async lastInThread(threadId) {
      const row = db
        .prepare(
          `SELECT message_id FROM interactions WHERE posted_thread_id = ? OR asked_in_thread_id = ?
           ORDER BY created_at DESC, rowid DESC LIMIT 1`,
        )
        .get(threadId, threadId);
      return row ? findReplyRecord(db, String(row['message_id'])) : null;
    },

    async recentReplyRecords(limit) {
      const rows = db
        .prepare('SELECT message_id FROM interactions ORDER BY created_at DESC, rowid DESC LIMIT ?')
        .all(limit);
      return rows.flatMap((row) => findReplyRecord(db, String(row['message_id'])) ?? []);
    },

    async unansweredSince(time) {
      const rows = db
        .prepare(
          `SELECT message_id FROM interactions
           WHERE created_at >= ? AND status IN ('unanswered', 'failed') AND reason <> 'cancelled'
           ORDER BY created_at, message_id`,
        )
        .all(time.toISOString());
      return rows
        .flatMap((row) => findReplyRecord(db, String(row['message_id'])) ?? [])
        .filter(({ guildId, authorId }) => guildId !== outsideGuilds && authorId !== erasedAuthor);
    },
  };
}
