import { type Storage } from '../../adapters/storage/open-storage.ts';
import type { Config } from '../../config/schema.ts';
import { loadCommandConfig } from './load.ts';
import { createLogger } from '../wiring/logger.ts';
import { progressTo } from './progress.ts';
import { openStore } from '../wiring/open-adapters.ts';
import type { CommandOptions } from './command-options.ts';

/** Loads the config and opens the store alone: what is done in it needs neither Temporal nor a worker. */
export async function withStorage<Result>(
  { config: configFile }: Pick<CommandOptions, 'config'>,
  work: (context: {
    readonly config: Config;
    readonly storage: Storage;
    readonly progress: (line: string) => void;
  }) => Promise<Result>,
): Promise<Result> {
  const { config } = loadCommandConfig({ config: configFile });
  const log = createLogger({ level: config.logging.level, file: null });
  const storage = openStore(config, { log });
  try {
    return await work({ config, storage, progress: progressTo(process.stderr) });
  } finally {
    storage.close();
  }
}
