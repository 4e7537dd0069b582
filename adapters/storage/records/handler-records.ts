import type { DatabaseSync } from 'node:sqlite';
import type { HandlerRecords } from '../../../domain/ports/handler-records.ts';
import { transaction } from '../sqlite/transaction.ts';

/** In the place of a channel's id. */
const everywhere = '';

export function createHandlerRecords(db: DatabaseSync, now: () => Date): HandlerRecords {
  return {
    async saveVoteReason({ messageId, userId, reason }) {
      db.prepare('INSERT OR REPLACE INTO vote_reasons (message_id, user_id, reason) VALUES (?, ?, ?)').run(
        messageId,
        userId,
        reason,
      );
    },

    async voteReasons(messageId) {
      const rows = db
        .prepare('SELECT reason FROM vote_reasons WHERE message_id = ? ORDER BY user_id')
        .all(messageId);
      return rows.map((row) => String(row['reason']));
    },

    async pause({ channelId, since }) {
      db.prepare('INSERT OR IGNORE INTO pauses (channel_id, since) VALUES (?, ?)').run(
        channelId ?? everywhere,
        since,
      );
    },

    async resume(channelId) {
      db.prepare('DELETE FROM pauses WHERE channel_id = ?').run(channelId ?? everywhere);
    },

    async pauses() {
      const rows = db.prepare('SELECT channel_id, since FROM pauses ORDER BY channel_id').all();
      return rows.map((row) => ({
        channelId: row['channel_id'] === everywhere ? null : String(row['channel_id']),
        since: String(row['since']),
      }));
    },

    async postFor(cause) {
      const row = db.prepare('SELECT posted_message_id FROM caused_posts WHERE cause = ?').get(cause);
      return row ? String(row['posted_message_id']) : null;
    },

    async causeOf(postedMessageId) {
      const row = db
        .prepare('SELECT cause FROM caused_posts WHERE posted_message_id = ?')
        .get(postedMessageId);
      return row ? String(row['cause']) : null;
    },

    async rememberPostFor(cause, postedMessageId) {
      db.prepare(
        'INSERT OR IGNORE INTO caused_posts (cause, posted_message_id, posted_at) VALUES (?, ?, ?)',
      ).run(cause, postedMessageId, now().toISOString());
    },

    async saveResponse({ messageId, token, expiresAt }) {
      transaction(db, () => {
        db.prepare('DELETE FROM responses WHERE expires_at <= ?').run(now().getTime());
        db.prepare('INSERT OR REPLACE INTO responses (message_id, token, expires_at) VALUES (?, ?, ?)').run(
          messageId,
          token,
          expiresAt.getTime(),
        );
      });
    },

    async responseToken(messageId) {
      const row = db
        .prepare('SELECT token FROM responses WHERE message_id = ? AND expires_at > ?')
        .get(messageId, now().getTime());
      return row ? String(row['token']) : null;
    },
  };
}
