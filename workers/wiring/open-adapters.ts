import { createNearest } from '../../adapters/embeddings/nearest.ts';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { OpenPages } from '../../adapters/pages/open-pages.ts';
import { noStore } from '../../adapters/storage/copy/copy-store.ts';
import { openStorage, type Storage, type StorageOptions } from '../../adapters/storage/open-storage.ts';
import type { StoragePaths } from '../../adapters/storage/storage-paths.ts';
import type { PostgresSettings } from '../../adapters/storage/database/postgres/postgres-connections.ts';
import type { QueueKind } from '../../adapters/temporal/runs/inspect-runs.ts';
import type { OwnStore } from '../../adapters/temporal/client/whose-store.ts';
import { embeddedDatabase, runningServer } from '../../adapters/temporal/server/server-record.ts';
import type { Config } from '../../config/schema.ts';
import { publicUrls, sourceOrigins, type SourceOrigins } from '../../domain/documents/source-origins.ts';

/** The library's ledger is beside its topics. */
export function pathsOf({ kb, storage }: Config): StoragePaths {
  const libraryDir = resolve(dirname(kb.team_topics_dir));
  return {
    database: resolve(storage.data_dir, 'steward.sqlite'),
    searchDatabase: resolve(storage.data_dir, 'search.sqlite'),
    rawDir: resolve(kb.team_raw_dir),
    libraryDir,
    topicsDir: resolve(kb.team_topics_dir),
    teamIndex: resolve(kb.team_index_path),
    teamIndexCache: resolve(kb.team_index_cache_path),
    teamState: join(libraryDir, 'state.json'),
    sourcesDir: resolve(kb.sources_dir),
    documentIndex: resolve(kb.index_path),
    documentIndexCache: resolve(kb.index_cache_path),
  };
}

/** Whether the first start has still to make the store. */
export const lacksStore = (config: Config): boolean =>
  config.storage.kind !== 'postgres' && !existsSync(pathsOf(config).database);

/** For a command that only reads, which makes no store. */
export function requireStore(config: Config): void {
  if (lacksStore(config)) throw noStore(pathsOf(config).database);
}

/** The folder of Steward's own server, beside the store. */
export const temporalDir = ({ storage }: Config): string => join(storage.data_dir, 'temporal');

/** Steward's own server in this folder, or null if it does not run. */
export const ownServer = (config: Config) => runningServer(embeddedDatabase(temporalDir(config)));

/** Whether a queue needs a worker: without Discord, questions come over HTTP alone. Only the host of the bot may have the token. */
export const neededQueues =
  ({ discord }: Config) =>
  (kind: QueueKind): boolean =>
    kind !== 'discord' || discord.token !== null || discord.guild_ids.length > 0;

export async function openStore(
  config: Config,
  {
    log,
    now,
    extract = null,
    embeddings = null,
    prints = false,
    adopts = false,
    waitMilliseconds = 0,
    origins = sourceOrigins(config),
  }: Pick<StorageOptions, 'log'> &
    Partial<Pick<StorageOptions, 'now' | 'extract' | 'embeddings' | 'waitMilliseconds'>> & {
      /** Whether this process prints the text files of a store that several hosts share. */
      readonly prints?: boolean;
      /** The store is about to be filled from text files. Nothing is printed before that. */
      readonly adopts?: boolean;
      readonly origins?: SourceOrigins;
    },
): Promise<Storage> {
  const { kb, storage, ai_response: ai } = config;
  return openStorage({
    paths: pathsOf(config),
    log,
    postgres: postgresOf(storage),
    prints: adopts ? 'off' : storage.kind === 'postgres' && !prints ? 'elsewhere' : 'here',
    adopts,
    waitMilliseconds,
    qaRawLastProcessedId: kb.qa_raw_last_processed_id,
    publicUrls: publicUrls(config),
    origins,
    extract,
    embeddings,
    nearest: createNearest(embeddings),
    language: ai.working_language,
    ...(now && { now }),
  });
}

/** Null when the store is a file. */
export const postgresOf = ({ kind, url, pool_size: poolSize }: Config['storage']): PostgresSettings | null =>
  kind === 'postgres' && url ? { url: url.reveal(), poolSize } : null;

/** Describes the store for `requireOwnStore`. */
export const ownStore = async (
  { storage: { data_dir: dataDir, kind } }: Config,
  storage: Storage,
): Promise<OwnStore> => ({
  id: storage.id,
  place: kind === 'postgres' ? storage.place : `${hostname()}:${resolve(dataDir)}`,
  usedBy: kind === 'postgres' ? (await storage.records.workers()).map(({ name }) => name) : [],
});

/** Loads its modules only here, because commands that read the store do not need them. */
export async function openWeb(config: Config): Promise<OpenPages> {
  const { openPages } = await import('../../adapters/pages/open-pages.ts');
  return openPages({
    allowHosts: config.pages.allow_hosts,
    userAgent: config.pages.user_agent,
    attemptsDir: join(config.storage.data_dir, 'reading'),
  });
}
