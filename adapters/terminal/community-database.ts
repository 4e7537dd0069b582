import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PortError } from '../../domain/ports/errors.ts';
import { nextSnowflake } from './snowflake.ts';

const schemaVersion = 1;
const busyTimeoutMilliseconds = 5_000;

const schema = `
  CREATE TABLE IF NOT EXISTS last_id (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), id TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS members (id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS threads (
    id TEXT PRIMARY KEY,
    channel_id TEXT NOT NULL,
    starter_id TEXT UNIQUE,
    title TEXT NOT NULL,
    opened_by_steward INTEGER NOT NULL,
    owner_id TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    channel_id TEXT NOT NULL,
    thread_id TEXT,
    author_id TEXT NOT NULL,
    author_name TEXT NOT NULL,
    author_kind TEXT NOT NULL,
    text TEXT NOT NULL,
    edited_at TEXT,
    reply_to_id TEXT,
    attachments TEXT NOT NULL,
    nonce TEXT UNIQUE,
    deleted INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS messages_by_place ON messages (channel_id, thread_id, seq);
  PRAGMA user_version = ${schemaVersion};
`;

/**
 * One SQLite file that several processes share. What `change` has returned from is on the disk, and survives
 * the death of any of them.
 */
export interface CommunityDatabase {
  readonly db: DatabaseSync;
  /** Runs in one write transaction, one at a time among all processes. What throws changes nothing. */
  change<Result>(work: () => Result): Result;
  /** A new id, greater than every one before. Within `change` only. */
  newId(): string;
  close(): void;
}

export function openCommunityDatabase({
  path,
  now,
}: {
  readonly path: string;
  readonly now: () => Date;
}): CommunityDatabase {
  const db = openFile(path);
  const lastId = db.prepare('SELECT id FROM last_id');
  const setLastId = db.prepare(
    'INSERT INTO last_id VALUES (1, ?) ON CONFLICT (only_row) DO UPDATE SET id = excluded.id',
  );
  return {
    db,
    change: (work) => inTransaction(db, work),
    newId() {
      const last = lastId.get()?.['id'];
      const id = nextSnowflake({ last: typeof last === 'string' ? last : null, now: now() });
      setLastId.run(id);
      return id;
    },
    close: () => db.close(),
  };
}

function openFile(path: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    db = new DatabaseSync(path, { timeout: busyTimeoutMilliseconds });
    switchToWal(db);
    db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > schemaVersion) throw new Error(`schema version ${version}`);
    inTransaction(db, () => db?.exec(schema));
    return db;
  } catch (error) {
    db?.close();
    throw new PortError({
      kind: 'final',
      code: 'community_unreadable',
      message: `${path} is no terminal community of this version: move it away or name another file.`,
      cause: error,
    });
  }
}

/** SQLite does not wait for its busy timeout when two processes switch a new file at once, so this does. */
function switchToWal(db: DatabaseSync): void {
  const giveUpAt = Date.now() + busyTimeoutMilliseconds;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** SQLITE_BUSY: another process holds the file. */
const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === 5;
