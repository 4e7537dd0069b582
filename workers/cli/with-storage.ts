import { type Storage } from '../../adapters/storage/open-storage.ts';
import { embeddedSettings, loadConnection } from '../../adapters/temporal/client/connection-settings.ts';
import type { OwnStore } from '../../adapters/temporal/client/whose-store.ts';
import type { Progress } from '../../domain/operations/progress.ts';
import type { Config } from '../../config/schema.ts';
import { loadCommandConfig } from './load.ts';
import { createLogger } from '../wiring/logger.ts';
import { progressTo } from './progress.ts';
import { openEmbeddings } from '../wiring/embeddings.ts';
import { openStore, ownServer, ownStore } from '../wiring/open-adapters.ts';
import type { ConfigOption } from './command-parts.ts';

/**
 * Loads the config and opens the store for work that needs neither Temporal nor a worker. If Temporal answers, the store must be
 * that of the task queue.
 */
export async function withStorage<Result>(
  { config: configFile, adopts = false }: ConfigOption & { readonly adopts?: boolean },
  work: (context: {
    readonly config: Config;
    readonly storage: Storage;
    readonly progress: Progress;
  }) => Promise<Result>,
): Promise<Result> {
  const { config, env } = loadCommandConfig({ config: configFile });
  // The command itself prints what it has done.
  const level = config.logging.level === 'info' ? 'warn' : config.logging.level;
  const log = createLogger({ level, file: null });
  const embeddings = openEmbeddings(config, { env: { ...env }, log });
  const storage = await openStore(config, { log, embeddings: embeddings.embeddings, adopts });
  try {
    await requireOwn(config, { ...env }, storage);
    return await work({ config, storage, progress: progressTo(process.stderr) });
  } finally {
    await storage.close();
    embeddings.close();
  }
}

async function requireOwn(config: Config, env: NodeJS.ProcessEnv, storage: Storage): Promise<void> {
  const store = await ownStore(config, storage);
  const { address, ...settings } = await connectionFor(config, env, store);
  if (address === null) return;
  const { connectClient } = await import('../../adapters/temporal/client/connect.ts');
  const { requireOwnStore } = await import('../../adapters/temporal/client/whose-store.ts');
  const client = await connectClient({ address, ...settings }).catch((error: unknown) => {
    // A store with content is usable while the server is down.
    if (store.isEmpty) throw error;
    return null;
  });
  if (!client) return;
  try {
    await requireOwnStore({ client, taskQueue: config.temporal.task_queue, store, claims: false });
  } finally {
    await client.connection.close();
  }
}

/** The settings for the configured address or, for an empty store, which may have been lost, for Steward's own running server. */
async function connectionFor(config: Config, env: NodeJS.ProcessEnv, { isEmpty }: OwnStore) {
  const named = loadConnection(env);
  if (named.address !== null || !isEmpty) return named;
  const running = await ownServer(config);
  return running
    ? embeddedSettings({ address: `127.0.0.1:${running.port}`, namespace: named.namespace })
    : named;
}
