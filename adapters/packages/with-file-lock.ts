import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMilliseconds = 100;

/**
 * Runs `work` while no other process, and no other call in this one, holds the same lock file. The lock is SQLite's, so the
 * operating system frees it when its holder dies. Waits without a limit, so the work itself must be bounded.
 */
export async function withFileLock<T>(lock: {
  readonly path: string;
  readonly work: () => Promise<T>;
  /** Called once if the lock is taken. */
  readonly onWait?: () => void;
}): Promise<T> {
  mkdirSync(dirname(lock.path), { recursive: true });
  const database = new DatabaseSync(lock.path, { timeout: 0 });
  try {
    for (let waited = false; !tryToBegin(database); waited = true) {
      if (!waited) lock.onWait?.();
      await sleep(pollMilliseconds);
    }
    return await lock.work();
  } finally {
    database.close();
  }
}

const sqliteBusy = 5;

function tryToBegin(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false;
    throw error;
  }
}
