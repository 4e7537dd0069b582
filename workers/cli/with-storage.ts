import { type Storage } from '../../adapters/storage/open-storage.ts';
import type { Progress } from '../../domain/operations/progress.ts';
import type { Config } from '../../config/schema.ts';
import { loadCommandConfig } from './load.ts';
import { createLogger } from '../wiring/logger.ts';
import { progressTo } from './progress.ts';
import { openEmbeddings } from '../wiring/embeddings.ts';
import { openStore, requireStore } from '../wiring/open-adapters.ts';
import type { ConfigOption } from './command-parts.ts';

/** Loads the config and opens the store for work that needs neither Temporal nor a worker. With `reads`, the store must be there. */
export async function withStorage<Result>(
  {
    config: configFile,
    adopts = false,
    reads = false,
  }: ConfigOption & { readonly adopts?: boolean; readonly reads?: boolean },
  work: (context: {
    readonly config: Config;
    readonly storage: Storage;
    readonly progress: Progress;
  }) => Promise<Result>,
): Promise<Result> {
  const { config, env, withChanges } = loadCommandConfig(configFile);
  if (reads) requireStore(config);
  // The command itself prints what it has done.
  const level = config.logging.level === 'info' ? 'warn' : config.logging.level;
  const log = createLogger({ level, file: null });
  const embeddings = openEmbeddings(config, { ...env }, log);
  const storage = await openStore(config, { log, embeddings: embeddings.embeddings, adopts });
  try {
    const changed = withChanges(await storage.records.settingChanges());
    return await work({ config: changed.config, storage, progress: progressTo(process.stderr) });
  } finally {
    await storage.close();
    embeddings.close();
  }
}
