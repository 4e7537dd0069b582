import { chmodSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { backupMark } from './file-kind.ts';
import { copyStore } from './copy-store.ts';
import { mistake } from '../../../domain/ports/errors.ts';
import { say } from '../database/revisions.ts';
import type { OpenDatabase, Transaction } from '../database/database.ts';
import { openSqlite } from '../database/sqlite/sqlite.ts';

/**
 * Writes a store into one new SQLite file while workers go on. All of it comes in one transaction, so a file that a death left
 * is none that `restore` takes. Throws a final `PortError` for a file that is there.
 */
export async function backUp(from: OpenDatabase, path: string): Promise<number> {
  if (existsSync(path))
    throw mistake('storage_not_empty', `${path} is there already. Name a new file, or delete that one.`);
  const to = openSqlite(path);
  // It holds members' words, so only this user may read it.
  chmodSync(path, 0o600);
  let rows: number;
  try {
    const finish = (trx: Transaction) => say(trx, backupMark, `${from.place}, ${new Date().toISOString()}`);
    rows = await copyStore({ from, to, replaces: false, finish });
  } finally {
    await to.close();
  }
  inOneFile(path);
  return rows;
}

/** Folds the log into the file, so that it can be read from a read-only folder. */
function inOneFile(path: string): void {
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
}
