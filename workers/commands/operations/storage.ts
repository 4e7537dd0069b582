import { resolve } from 'node:path';
import { backUp, requireRows } from '../../../adapters/storage/copy/copy-store.ts';
import { openBackup, restore as restoreStore } from '../../../adapters/storage/copy/restore.ts';
import { openPostgres } from '../../../adapters/storage/database/postgres/postgres.ts';
import { openSqlite } from '../../../adapters/storage/database/sqlite/sqlite.ts';
import type { OpenDatabase } from '../../../adapters/storage/database/database.ts';
import { storageFailure } from '../../../adapters/storage/storage-failure.ts';
import type { Config } from '../../../config/schema.ts';
import { countOf } from '../../../domain/values/text.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { pathsOf, postgresOf, requireStore } from '../../wiring/open-adapters.ts';
import { printLine } from '../../cli/print.ts';
import type { ConfigOption } from '../../cli/command-parts.ts';

/** `steward storage backup`: copies the store into a file, while workers run. */
export async function backup(path: string, { config: file }: ConfigOption): Promise<void> {
  const { config } = loadCommandConfig(file);
  requireStore(config);
  await withDatabase(config, async (from) => {
    await requireRows(from);
    const rows = await backUp(from, resolve(path));
    printLine(`${countOf(rows, 'row')} of ${from.place} are in ${path}.`);
  });
}

/** `steward storage restore`: replaces the store with a backup. */
export async function restoreBackup(
  path: string,
  {
    config: file,
    again,
    acceptForgotten,
  }: ConfigOption & { readonly again: boolean; readonly acceptForgotten: boolean },
): Promise<void> {
  const { config } = loadCommandConfig(file);
  const paths = pathsOf(config);
  const from = await inOwnWords(async () => openBackup(resolve(path)));
  try {
    await withDatabase(config, async (to) => {
      const rows = await restoreStore({
        from,
        to,
        paths,
        again,
        acceptForgotten,
      });
      printLine(
        `${countOf(rows, 'row')} of ${path} are in ${to.place}. The next start of a worker prints the text files.`,
      );
    });
  } finally {
    await from.close();
  }
}

const withDatabase = (config: Config, work: (database: OpenDatabase) => Promise<void>): Promise<void> =>
  inOwnWords(async () => {
    const settings = postgresOf(config.storage);
    const database = settings ? await openPostgres(settings) : openSqlite(pathsOf(config).database);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  });

/** Turns failures into errors with Steward's own sentences. */
async function inOwnWords<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw storageFailure(error);
  }
}
