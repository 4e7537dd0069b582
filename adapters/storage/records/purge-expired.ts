import type { DatabaseSync } from 'node:sqlite';

/** A call that writes removes at most this many rows, so that no call has to pay for a long absence alone. */
const rowsPerCall = 200;

/** Removes a bounded number of expired rows. Reads leave the rest out, so nothing expired is ever seen. */
export function purgeExpired(db: DatabaseSync, table: 'messages' | 'snapshots', now: Date): void {
  db.prepare(
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE expires_at <= ? LIMIT ${rowsPerCall})`,
  ).run(now.getTime());
}
