import { DatabaseSync } from 'node:sqlite';
import { mistake } from '../../../domain/ports/errors.ts';
import { saidAs } from '../database/revisions.ts';
import type { Transaction } from '../database/database.ts';
import { layoutVersion } from '../database/tables.ts';

/**
 * A backup has the identity of its store, and of two that both went on each would miss what the other knows. So a backup says that
 * it is one, and is not worked with.
 */
export const backupMark = 'backup';

/** Throws a final `PortError` for a backup. */
export async function requireInUse(trx: Transaction, place: string): Promise<void> {
  const backup = await saidAs(trx, backupMark);
  if (backup !== null)
    throw mistake(
      'storage_aside',
      `${place} is a backup of ${backup}. Use it with: npx steward storage restore ${place}`,
    );
}

/** `other`: another program's, or not written to its end. */
export type FileKind = 'store' | 'other' | 'newer' | 'damaged';

/** Opens a file read-only and says what it is. */
export function kindOf(path: string): FileKind {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    const read = (sql: string): string => String(Object.values(db?.prepare(sql).get() ?? {})[0] ?? '');
    if (read('PRAGMA integrity_check(1)') !== 'ok') return 'damaged';
    const layout = Number(read('PRAGMA user_version'));
    if (layout === 0) return 'other';
    if (layout > layoutVersion) return 'newer';
    return read("SELECT value FROM meta WHERE name = 'store'") === '' ? 'other' : 'store';
  } catch {
    return 'damaged';
  } finally {
    db?.close();
  }
}
