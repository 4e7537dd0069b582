import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { resultCodeOf, resultCodes } from '../storage/database/sqlite/result-code.ts';

const pollMilliseconds = 100;

/**
 * Runs `work` while no other process, and no other call in this one, holds the same lock file. Waits without a limit, so the
 * work itself must be bounded. `onWait` is called once if the lock is taken.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  let heldLock = tryFileLock(path);
  if (!heldLock) onWait?.();
  while (!(heldLock ??= tryFileLock(path))) await sleep(pollMilliseconds);
  using _held = heldLock;
  return await work();
}

/**
 * Holds a lock file until the result is disposed of or the process ends, however it ends, because the lock is that of a
 * SQLite database. Null if somebody else still holds it after the wait.
 */
export function tryFileLock(path: string, waitMilliseconds = 0): Disposable | null {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path, { timeout: waitMilliseconds });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (resultCodeOf(error) === resultCodes.busy) return null;
    throw error;
  }
}
