import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes what a killed server left in its write-ahead log into the database. The server opens several connections at once,
 * and while one of them does this the others may be refused, which ends the server. What is damaged is left to the server
 * to say.
 */
export function settleLog(dbPath: string): void {
  if (!existsSync(dbPath)) return;
  try {
    const db = new DatabaseSync(dbPath, { timeout: 10_000 });
    try {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  } catch {
    // Its own start fails then, with a log that says why.
  }
}
