import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs the work inside `BEGIN IMMEDIATE`: alone among all processes that share the database file, and all or nothing.
 * SQLite frees the lock when its holder dies; because the work is synchronous, none of this process comes in between.
 */
export const transaction = <Result>(db: DatabaseSync, work: () => Result): Result =>
  within(db, 'BEGIN IMMEDIATE', work);

/** Runs reading work on one state of the file, even if other processes write. */
export const moment = <Result>(db: DatabaseSync, work: () => Result): Result => within(db, 'BEGIN', work);

function within<Result>(db: DatabaseSync, begin: string, work: () => Result): Result {
  db.exec(begin);
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite rolls back by itself when the disk is full or fails.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
