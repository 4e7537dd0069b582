import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../cli/exit.ts';

/** The file in a held folder whose lock counts. */
export const lockFile = 'session.lock';

/** A process that is being replaced needs a moment to end. */
const waitMilliseconds = 2000;

/**
 * Makes a folder this process's own until the result is disposed of or the process ends, however it ends, because the lock is
 * that of a database. Throws a `UsageError` if another process holds it.
 */
export function holdFolder(folder: string): Disposable {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, lockFile), { timeout: waitMilliseconds });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { readonly errcode?: number }).errcode !== 5) throw error;
    const place = relative(process.cwd(), folder);
    throw new UsageError(
      `Another session is open on ${place}. End it first, or start this one in another folder.`,
    );
  }
}
