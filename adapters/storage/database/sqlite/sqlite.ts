import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { failedWith, type PortError, mistake, transientError } from '../../../../domain/ports/errors.ts';
import { isDamaged, resultCodeOf, resultCodes } from './result-code.ts';
import { layoutOfNewer, layoutStatements, layoutVersion } from '../tables.ts';
import { writes, kyselyOver, type OpenDatabase } from '../database.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import { transaction } from './transaction.ts';

/** How long the start waits for others that open the file. */
const busyMilliseconds = 10_000;
/** How long a statement blocks the event loop while another process holds the file; below any heartbeat. */
const blockedMilliseconds = 100;

/**
 * Opens or creates the store's one file. Any number of processes on one host may open it. Each commit is on disk before anybody
 * sees it. Throws a final `PortError` for a file that is no database or comes from a newer Steward.
 */
export function openSqlite(path: string): OpenDatabase {
  const db = openFile(path);
  const kysely = kyselyOver(nodeSqliteDialect(db));
  const { ino } = statSync(path);
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  // Whoever writes hears of it as well.
  lost.catch(() => {});
  const failing = (error: unknown): never => {
    const isUnwritten = resultCodeOf(error) === resultCodes.ioError;
    const failure = isUnwritten ? notOnDisk(error) : isDamaged(error) ? noDatabase(path, error) : error;
    if (failedWith(failure, 'storage_gone', 'storage_not_on_disk', 'storage_not_a_database')) lose(failure);
    throw failure;
  };

  return {
    read: (work) => kysely.transaction().setAccessMode('read only').execute(work).catch(failing),
    async write(work) {
      try {
        const result = await kysely.transaction().execute(work);
        writes.publish(null);
        if (statSync(path, { throwIfNoEntry: false })?.ino !== ino) throw storageGone(path);
        return result;
      } catch (error) {
        return failing(error);
      }
    },
    engine: 'sqlite',
    place: path,
    /** A reader in another process may keep part of the log for a moment. */
    async scrub() {
      for (let attempt = 0; attempt < 20; attempt += 1) {
        if (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0) return true;
        await sleep(50);
      }
      return false;
    },
    lost,
    async close() {
      await kysely.destroy();
      db.close();
    },
  };
}

/** Opens a store file, which is only read. */
export function openReadOnly(path: string): Pick<OpenDatabase, 'read' | 'close'> {
  const db = new DatabaseSync(path, { readOnly: true });
  const kysely = kyselyOver(nodeSqliteDialect(db));
  return {
    read: (work) => kysely.transaction().setAccessMode('read only').execute(work),
    async close() {
      await kysely.destroy();
      db.close();
    },
  };
}

function openFile(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { timeout: busyMilliseconds, enableForeignKeyConstraints: true });
    useWriteAheadLog(db);
    // Deleted words of people are overwritten in the file.
    db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    makeTables(db, path);
    db.exec(`PRAGMA busy_timeout = ${blockedMilliseconds}`);
    return db;
  } catch (error) {
    db?.close();
    if (isDamaged(error)) throw noDatabase(path, error);
    throw isNotOpened(error) ? notOpened(path, error) : error;
  }
}

/** Changing the journal mode ignores the busy timeout, and several processes may do so at once. */
function useWriteAheadLog(db: DatabaseSync): void {
  const giveUpAt = Date.now() + busyMilliseconds;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (resultCodeOf(error) !== resultCodes.busy || Date.now() > giveUpAt) throw error;
      pause(10);
    }
  }
}

const pause = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

function makeTables(db: DatabaseSync, path: string): void {
  if (versionOf(db) === layoutVersion) return;
  transaction(db, () => {
    const version = versionOf(db);
    if (version === layoutVersion) return;
    if (version > layoutVersion) throw layoutOfNewer(path, version);
    db.exec(layoutStatements().join(';'));
    db.exec(`PRAGMA user_version = ${layoutVersion}`);
  });
}

const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

/** No file can be opened there, or it cannot be written. */
const isNotOpened = (error: unknown): boolean =>
  [resultCodes.cannotOpen, resultCodes.readOnly].some((code) => code === resultCodeOf(error));

const noDatabase = (path: string, cause: unknown): PortError =>
  mistake(
    'storage_not_a_database',
    `${path} is not a SQLite database, or it is damaged. Move it away or restore a backup of it.`,
    cause,
  );

const notOpened = (path: string, cause: unknown): PortError =>
  transientError(
    'storage_database',
    `${path} cannot be opened as a database. Name a file in a folder where the user that runs Steward may read and write.`,
    cause,
  );

/** What the disk holds is not known any more, so the process has to end. */
const notOnDisk = (cause: unknown): PortError =>
  transientError(
    'storage_not_on_disk',
    'The disk did not confirm what was written to the database. Look at the disk, then start Steward again.',
    cause,
  );

const storageGone = (path: string): PortError =>
  transientError(
    'storage_gone',
    `${path} was moved, removed or replaced while Steward was running. Put it back, then start Steward again.`,
  );
