import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { qaIdFromTimestamp } from '../../../domain/values/qa-id.ts';
import type { QaPair, RawEntry } from '../../../domain/team/qa-pair.ts';
import type { PostgresSettings } from '../../../adapters/storage/database/postgres/postgres-connections.ts';
import { openPostgres } from '../../../adapters/storage/database/postgres/postgres.ts';
import type { OpenDatabase, Transaction } from '../../../adapters/storage/database/database.ts';
import { openSqlite } from '../../../adapters/storage/database/sqlite/sqlite.ts';
import { openStorage, type Storage, type StorageOptions } from '../../../adapters/storage/open-storage.ts';
import type { StorageLog } from '../../../adapters/storage/storage-log.ts';
import type { StoragePaths } from '../../../adapters/storage/storage-paths.ts';
import { storagePaths } from './storage-paths.ts';
import type { Config } from '../../../config/schema.ts';
import { postgresOf } from '../../../workers/wiring/open-adapters.ts';

/** A folder that is removed when the test ends. */
export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-storage-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export interface TestLog extends StorageLog {
  readonly warnings: string[];
}

export function testLog(): TestLog {
  const warnings: string[] = [];
  return { warnings, info: () => undefined, warn: (_, message) => void warnings.push(message) };
}

export const testPaths = (folder: string): StoragePaths =>
  storagePaths({ dataDir: join(folder, 'data'), sourcesDir: join(folder, 'docs') });

export const isOnPostgres = (): boolean => Boolean(inject('postgresUrl'));

/** The settings of a folder's own schema on PostgreSQL, or null if the tests run on SQLite. */
export async function testPostgres(folder: string): Promise<PostgresSettings | null> {
  const url = inject('postgresUrl');
  if (!url) return null;
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schemaOf(folder)}`);
  await onPostgres((client) => client.query(`CREATE SCHEMA IF NOT EXISTS ${schemaOf(folder)}`));
  return { url: own.href, poolSize: 4 };
}

const schemaOf = (folder: string): string => `"${basename(folder)}"`;

/** Null if the tests run on SQLite. */
async function onPostgres<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result | null> {
  const url = inject('postgresUrl');
  if (!url) return null;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const tablesIn = async (client: pg.Client, folder: string): Promise<readonly string[]> => {
  const sql = 'SELECT tablename FROM pg_tables WHERE schemaname = $1';
  const { rows } = await client.query<{ readonly tablename: string }>(sql, [basename(folder)]);
  return rows.map(({ tablename }) => tablename);
};

/** On PostgreSQL, the tables of a folder's store that contain a word. */
export const tablesHolding = async (folder: string, word: string): Promise<readonly string[]> =>
  (await onPostgres(async (client) => {
    const holding: string[] = [];
    for (const table of await tablesIn(client, folder)) {
      const { rows } = await client.query(`SELECT * FROM ${schemaOf(folder)}."${table}"`);
      if (JSON.stringify(rows).includes(word)) holding.push(table);
    }
    return holding;
  })) ?? [];

/** On PostgreSQL, copies the rows of one folder's store to another's. */
export const copyTables = async (from: string, to: string): Promise<void> =>
  void (await onPostgres(async (client) => {
    const [source, target] = [schemaOf(from), schemaOf(to)];
    const names = await tablesIn(client, from);
    const made = new Set(await tablesIn(client, to));
    const make = names
      .filter((table) => !made.has(table))
      .map((table) => `CREATE TABLE ${target}."${table}" (LIKE ${source}."${table}" INCLUDING ALL)`);
    const fill = names.map(
      (table) =>
        `DELETE FROM ${target}."${table}"; INSERT INTO ${target}."${table}" SELECT * FROM ${source}."${table}"`,
    );
    const number = ['model_usage', 'raw_segments'].map((table) => {
      const name = `${target}."${table}"`;
      return `SELECT setval(pg_get_serial_sequence('${name}', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM ${name}), false)`;
    });
    const steps = [`CREATE SCHEMA IF NOT EXISTS ${target}`, ...make, ...fill, ...number];
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${steps.join(';')}; COMMIT`);
  }));

/** Replaces a folder's store, files and rows, by a copy of another's. */
export async function copyFolder(from: string, to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  await copyTables(from, to);
}

/** An empty store without files beside it. */
export async function testDatabase(folder: string = testFolder()): Promise<OpenDatabase> {
  const postgres = await testPostgres(folder);
  const database = postgres ? await openPostgres(postgres) : openSqlite(testPaths(folder).database);
  return { ...database, close: closeOnce(database) };
}

/** Changes the rows of a Steward's store directly, like a loss of data. */
export async function changeRows(
  { storage }: Config,
  section: (trx: Transaction) => Promise<unknown>,
): Promise<void> {
  const postgres = postgresOf(storage);
  const database = postgres
    ? await openPostgres(postgres)
    : openSqlite(join(storage.data_dir, 'steward.sqlite'));
  await database.write(section);
  await database.close();
}

/** Closes it when the test ends, unless the test has closed it. */
function closeOnce({ close }: { readonly close: () => Promise<void> }): () => Promise<void> {
  let isOpen = true;
  const once = async () => {
    if (!isOpen) return;
    isOpen = false;
    await close();
  };
  onTestFinished(once);
  return once;
}

/** Opens the store in a folder, and closes it when the test ends, unless the test has closed it. */
export async function openIn(folder: string, options: Partial<StorageOptions> = {}): Promise<Storage> {
  const postgres = await testPostgres(folder);
  const storage = await openStorage({ paths: testPaths(folder), log: testLog(), postgres, ...options });
  return { ...storage, close: closeOnce(storage) };
}

/** Writes a file, and makes the folders above it. */
export function writeText(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The week that the tests append in. */
export const testNow = new Date('2026-02-04T12:00:00Z');
export const testWeek = '2026-W06.txt';

/** Pair 7 was written seven seconds after pair 0. */
export function pair(second: number, over: Partial<QaPair> = {}): QaPair {
  const time = new Date(Date.UTC(2026, 1, 1) + second * 1000).toISOString();
  const timestamp = time.replace('.000Z', 'Z');
  return {
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    turns: [
      { label: 'User', text: `Question ${second}` },
      { label: 'Team', text: `Answer ${second}` },
    ],
    ...over,
  };
}

/** Each entry has a conversation of its own. */
export const entry = (second: number, over: Partial<RawEntry> = {}): RawEntry => ({
  ...pair(second),
  conversationId: `thread_${second}`,
  messageIds: [`${second}1`, `${second}2`],
  ...over,
});
