import { DatabaseSync } from 'node:sqlite';
import { backupMark } from './require-in-use.ts';
import { layoutVersion } from '../database/layout/migrations.ts';

/** `half`: the command that wrote it was interrupted. `store`: a store that a person moved here. */
export type FileKind = 'backup' | 'store' | 'half' | 'foreign' | 'newer' | 'damaged';

/** Opens a file read-only and says what it is. */
export function kindOf(path: string): FileKind {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    const read = (sql: string): string => String(Object.values(db?.prepare(sql).get() ?? {})[0] ?? '');
    if (read('PRAGMA integrity_check(1)') !== 'ok') return 'damaged';
    const hasMeta =
      read("SELECT count(*) FROM sqlite_schema WHERE name IN ('meta', 'handled_messages')") === '2';
    const layout = Number(read('PRAGMA user_version'));
    if (!hasMeta || layout === 0)
      return read('SELECT count(*) FROM sqlite_schema') === '0' ? 'half' : 'foreign';
    if (layout > layoutVersion) return 'newer';
    if (read("SELECT value FROM meta WHERE name = 'store'") === '') return 'half';
    return read(`SELECT value FROM meta WHERE name = '${backupMark}'`) === '' ? 'store' : 'backup';
  } catch {
    return 'damaged';
  } finally {
    db?.close();
  }
}
