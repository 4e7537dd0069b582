import type { DatabaseSync } from 'node:sqlite';
import type { Message } from '../../../domain/intake/message.ts';
import type { MessageRecords } from '../../../domain/ports/records.ts';
import { transaction } from '../sqlite/transaction.ts';
import { holdsErased } from './person-records.ts';
import { purgeExpired } from './purge-expired.ts';

/** How long a deletion of a message that never came is remembered: deliveries do not come in order. */
const deletionDays = 30;

export function createMessageRecords(db: DatabaseSync, now: () => Date): MessageRecords {
  return {
    async saveMessage(message, expiresAt) {
      transaction(db, () => {
        purgeExpired(db, 'messages', now());
        if (holdsErased(db, [message])) return;
        db.prepare(
          `INSERT INTO messages (id, edited_at, body, expires_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET edited_at = excluded.edited_at, body = excluded.body,
             expires_at = max(expires_at, excluded.expires_at)
           WHERE body IS NOT NULL AND excluded.edited_at >= edited_at`,
        ).run(message.id, message.editedAt ?? '', JSON.stringify(message), expiresAt.getTime());
      });
    },

    async markDeleted(messageId) {
      const forgetAt = now().getTime() + deletionDays * 86_400_000;
      db.prepare(
        `INSERT INTO messages (id, edited_at, body, expires_at) VALUES (?, '', NULL, ?)
         ON CONFLICT (id) DO UPDATE SET body = NULL`,
      ).run(messageId, forgetAt);
    },

    async deletedMessages(ids) {
      const find = db.prepare('SELECT 1 FROM messages WHERE id = ? AND body IS NULL');
      return ids.filter((id) => find.get(id) !== undefined);
    },

    async messages(ids) {
      const find = db.prepare(
        'SELECT body FROM messages WHERE id = ? AND body IS NOT NULL AND expires_at > ?',
      );
      return ids.flatMap((id) => {
        const row = find.get(id, now().getTime());
        return row ? [JSON.parse(String(row['body'])) as Message] : [];
      });
    },
  };
}
