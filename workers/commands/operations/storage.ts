import { join, resolve } from 'node:path';
import { copyStore } from '../../../adapters/storage/copy-store.ts';
import { openPostgres } from '../../../adapters/storage/database/postgres.ts';
import { openSqlite } from '../../../adapters/storage/database/sqlite.ts';
import type { OpenDatabase } from '../../../adapters/storage/database/section.ts';
import { throwingPortErrors } from '../../../adapters/storage/storage-failure.ts';
import type { Config } from '../../../config/schema.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { postgresOf } from '../../wiring/open-adapters.ts';

/** `steward storage copy`: the store of the config into another database, with no worker running. */
export async function copy({
  config: file,
  to,
  again,
}: {
  readonly config?: string;
  readonly to: string;
  readonly again: boolean;
}): Promise<void> {
  const { config } = loadCommandConfig({ config: file });
  const from = await open(config, null);
  try {
    const target = await open(config, to);
    try {
      const guarded = throwingPortErrors({ copy: copyStore as never }) as { readonly copy: typeof copyStore };
      const isPostgres = isAddress(to);
      const rows = await guarded.copy({ from, to: { ...target, isPostgres }, replaces: again });
      process.stdout.write(`${rows} rows were copied from ${from.place} to ${target.place}.\n`);
    } finally {
      await target.close();
    }
  } finally {
    await from.close();
  }
}

const isAddress = (to: string): boolean => /^postgres(?:ql)?:\/\//u.test(to);

/** The database of the config, or another one. */
async function open({ storage }: Config, to: string | null): Promise<OpenDatabase> {
  const { open: opened } = throwingPortErrors({
    open: async () => {
      if (to !== null && !isAddress(to)) return openSqlite(resolve(to));
      const settings = postgresOf(storage, to);
      return settings ? openPostgres(settings) : openSqlite(join(storage.data_dir, 'steward.sqlite'));
    },
  });
  return opened();
}
