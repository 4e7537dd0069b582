import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamaged } from '../database/sqlite/result-code.ts';
import type { StorageLog } from '../storage-log.ts';

export class OtherLayout extends Error {}

/** Opens a database derived from the store. If it is unusable or `prepare` rejects it, it is created anew. */
export function openDerived(
  path: string,
  prepare: (db: DatabaseSync) => void,
  log: StorageLog,
): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  try {
    return open(path, prepare);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    remove(path, log);
    return open(path, prepare);
  }
}

function open(path: string, prepare: (db: DatabaseSync) => void): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 10_000 });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    prepare(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opening a database reads only its beginning: damage elsewhere shows later. */
export function removeIfDamaged(path: string, log: StorageLog): void {
  if (!isSound(path)) remove(path, log);
}

function isSound(path: string): boolean {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      return db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok';
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}

function remove(path: string, log: StorageLog): void {
  log.warn({ file: path }, 'search_database_replaced: it could not be used and is built again');
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
}

/** The file is no database, is damaged, or has another layout. */
export const isUnusable = (error: unknown): boolean => error instanceof OtherLayout || isDamaged(error);
