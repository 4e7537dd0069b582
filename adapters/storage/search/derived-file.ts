import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { StorageLog } from '../storage-log.ts';

/** A database of another Steward, or of other contents. */
export class OtherLayout extends Error {}

/** Opens a database that follows from the store. One that cannot be used is removed and made again. */
export function openDerived(
  path: string,
  open: (path: string) => DatabaseSync,
  log: StorageLog,
): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  try {
    return open(path);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    log.warn({ file: path }, 'search_database_replaced: it could not be used and is built again');
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    return open(path);
  }
}

/** A file that is no database (26), a damaged one (11), or one of another Steward. */
const isUnusable = (error: unknown): boolean =>
  error instanceof OtherLayout || [11, 26].includes(sqliteCode(error));

export const sqliteCode = (error: unknown): number =>
  ((error as { readonly errcode?: number }).errcode ?? 0) & 0xff;
