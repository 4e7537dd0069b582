import type { DatabaseSync } from 'node:sqlite';
import type { MessageRouting, SnapshotRecords } from '../../../domain/ports/records.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import { transaction } from '../sqlite/transaction.ts';
import { holdsErased } from './person-records.ts';
import { messagesIn } from './person-turns.ts';
import { purgeExpired } from './purge-expired.ts';

export function createSnapshotRecords(db: DatabaseSync, now: () => Date): SnapshotRecords {
  return {
    async routingOf(messageIds) {
      return messageIds.map((id) => routingOfMessage(db, id));
    },

    async claim({ runChain, messageIds, snapshot, reason, expiresAt }) {
      const ids = [...new Set(messageIds)];
      return transaction(db, () => {
        if (ids.some((id) => routingOfMessage(db, id).state !== 'unhandled')) return false;
        // A person was erased while it was gathered: it has to be gathered again, without their words.
        if (snapshot && holdsErased(db, messagesIn(snapshot))) return false;
        // So was one that was edited or deleted meanwhile: whoever is told of that later finds the claim.
        if (snapshot && ids.length > 0 && hasChangedSince(db, snapshot)) return false;
        purgeExpired(db, 'snapshots', now());
        if (snapshot) {
          db.prepare('INSERT OR REPLACE INTO snapshots (id, body, expires_at) VALUES (?, ?, ?)').run(
            snapshot.id,
            JSON.stringify(snapshot),
            expiresAt.getTime(),
          );
        }
        const insert = db.prepare(
          'INSERT INTO handled_messages (message_id, chain, snapshot_id, route, reason) VALUES (?, ?, ?, ?, ?)',
        );
        for (const id of ids) insert.run(id, runChain, snapshot?.id ?? null, snapshot?.route ?? null, reason);
        return true;
      });
    },

    async snapshot(id) {
      const row = db
        .prepare('SELECT body FROM snapshots WHERE id = ? AND expires_at > ?')
        .get(id, now().getTime());
      return row ? (JSON.parse(String(row['body'])) as Snapshot) : null;
    },
  };
}

function routingOfMessage(db: DatabaseSync, messageId: string): MessageRouting {
  const row = db
    .prepare('SELECT chain, snapshot_id, route, reason FROM handled_messages WHERE message_id = ?')
    .get(messageId);
  if (!row) return { messageId, state: 'unhandled' };
  const runChain = String(row['chain']);
  if (row['snapshot_id'] === null) {
    return { messageId, state: 'ignored', runChain, reason: String(row['reason']) };
  }
  const route = row['route'] as Snapshot['route'];
  return { messageId, state: 'handed_over', runChain, snapshotId: String(row['snapshot_id']), route };
}

function hasChangedSince(db: DatabaseSync, { batch }: Snapshot): boolean {
  const changed = db.prepare('SELECT 1 FROM messages WHERE id = ? AND (body IS NULL OR edited_at > ?)');
  return batch.some(({ id, editedAt }) => changed.get(id, editedAt ?? '') !== undefined);
}
