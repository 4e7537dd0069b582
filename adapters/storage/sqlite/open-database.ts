import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PortError } from '../../../domain/ports/errors.ts';
import { migrations } from './migrations.ts';
import { transaction } from './transaction.ts';

/** How long a call waits for the lock. A section takes milliseconds, so whoever waits longer meets a hung process. */
const busyMilliseconds = 10_000;

/**
 * Opens or creates the store's one database and takes the steps that it lacks. Several processes may open it at once.
 * A commit is on disk when it returns, unless the caller waits for the disk itself (`group-commit.ts`). Throws a final
 * `PortError` for a file that is no database or comes from a newer Steward.
 */
export function openDatabase(
  path: string,
  { waitsForDisk = true }: { readonly waitsForDisk?: boolean } = {},
): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { timeout: busyMilliseconds, enableForeignKeyConstraints: true });
    useWriteAheadLog(db);
    // What is deleted (a person's words) is overwritten in the file as well.
    db.exec(`PRAGMA synchronous = ${waitsForDisk ? 'FULL' : 'NORMAL'}; PRAGMA secure_delete = ON;`);
    migrate(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw isNoDatabase(error) ? noDatabase(path, error) : error;
  }
}

/** Changing the journal mode ignores the busy timeout, and processes that start together all want to change it. */
function useWriteAheadLog(db: DatabaseSync): void {
  const giveUpAt = Date.now() + busyMilliseconds;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      const busy = (error as { readonly errcode?: number }).errcode === 5;
      if (!busy || Date.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function migrate(db: DatabaseSync, path: string): void {
  if (versionOf(db) === migrations.length) return;
  transaction(db, () => {
    const version = versionOf(db);
    if (version > migrations.length) {
      throw new PortError({
        kind: 'final',
        code: 'storage_newer',
        message:
          `${path} was written by a newer Steward (its layout is ${version}, this one knows ${migrations.length}). ` +
          'Start the newer Steward, or restore the backup from before the upgrade.',
      });
    }
    for (const step of migrations.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

const isNoDatabase = (error: unknown): boolean => {
  const errcode = (error as { readonly errcode?: number }).errcode;
  return errcode === 26 || errcode === 11;
};

const noDatabase = (path: string, cause: unknown): PortError =>
  new PortError({
    kind: 'final',
    code: 'storage_not_a_database',
    message: `${path} is not a SQLite database, or it is damaged. Move it away or restore a backup of it.`,
    cause,
  });
