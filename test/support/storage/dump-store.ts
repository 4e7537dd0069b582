import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../adapters/storage/database/database.ts';
import { tableNames } from '../../../adapters/storage/database/tables.ts';

/** Every row of every table, sorted. */
export const dumpStore = (database: Database): Promise<Readonly<Record<string, readonly string[]>>> =>
  database.read(async (trx) => {
    const dump: Record<string, readonly string[]> = {};
    for (const name of tableNames) {
      const rows = await trx.selectFrom(name).selectAll().execute();
      dump[name] = rows
        .filter((row) => !(name === 'meta' && (row as { readonly name: string }).name === 'layout'))
        .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
        .toSorted();
    }
    return dump;
  });

/** The printed files by path, without the times of files. */
export function dumpView(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      !/sqlite|(?:^|\/)(?:\.printed\.json|kept-aside)(?:$|\/)/u.test(path) &&
      statSync(join(folder, path)).isFile(),
  );
  return Object.fromEntries(
    paths.toSorted().map((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      return [path, text.replaceAll(/"(?:mtime_ns|generated_at)": [^,\n]+/gu, '')];
    }),
  );
}
