import { DatabaseSync } from 'node:sqlite';
import { layoutVersion } from '../database/tables.ts';

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
