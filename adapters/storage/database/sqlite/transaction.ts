import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `section` inside `BEGIN IMMEDIATE`: alone among all processes that share the database file, and all or nothing
 * as far as the database goes. It is the only lock of the store, over the files too. The operating system frees it when
 * its holder dies, and because `section` is synchronous no other work of this process can come in between.
 *
 * A section that touches files must leave them so that the next section completes what a death cut off.
 */
export const transaction = <Result>(db: DatabaseSync, section: () => Result): Result =>
  within(db, 'BEGIN IMMEDIATE', section);

/** Runs a reading section on one state of the file, even if other processes write. */
export const moment = <Result>(db: DatabaseSync, section: () => Result): Result =>
  within(db, 'BEGIN', section);

function within<Result>(db: DatabaseSync, begin: string, section: () => Result): Result {
  db.exec(begin);
  try {
    const result = section();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite rolls back by itself when the disk is full or fails.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
