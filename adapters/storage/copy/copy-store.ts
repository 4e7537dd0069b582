import { chmodSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { type PortError, finalError, mistake } from '../../../domain/ports/errors.ts';
import { saidAs } from '../database/revisions.ts';
import type { Database, OpenDatabase, Transaction } from '../database/database.ts';
import { insert } from '../database/rows.ts';
import { openSqlite } from '../database/sqlite/sqlite.ts';
import { tableNames, type Tables } from '../database/tables.ts';
import { createProcessRecords } from '../records/operations/process-records.ts';

type Rows = ReadonlyMap<keyof Tables, readonly object[]>;

/**
 * Copies every row of a store into another database, of whatever engine: read in one moment, written in one transaction, so
 * the target holds all of it or nothing. The copy has the identity of the store. Throws a final `PortError` when the target
 * holds one already, unless it is to be replaced. Returns how many rows there are.
 */
export async function copyStore({
  from,
  to,
  replaces,
  finish,
}: {
  readonly from: Pick<Database, 'read'>;
  readonly to: OpenDatabase;
  readonly replaces: boolean;
  /** Runs in the same transaction, after all rows. */
  readonly finish?: (trx: Transaction) => Promise<void>;
}): Promise<number> {
  const rows = await from.read(readRows);
  await to.write(async (trx) => {
    if (!replaces && (await saidAs(trx, 'store')) !== null) throw holdsStore(to.place);
    for (const name of tableNames.toReversed()) await removal(trx, name).execute();
    for (const [name, tableRows] of rows) await insert(trx, name, tableRows);
    if (to.engine === 'postgres') for (const name of numbered) await continueNumbers(name).execute(trx);
    if (finish) await finish(trx);
  });
  return [...rows.values()].reduce((sum, tableRows) => sum + tableRows.length, 0);
}

/** Throws a final `PortError` for a database that no worker has used yet: a copy of it would be no store either. */
export async function requireRows(from: Pick<OpenDatabase, 'read' | 'place'>): Promise<void> {
  if ((await from.read((trx) => saidAs(trx, 'store'))) === null) throw noStore(from.place);
}

export const noStore = (place: string): PortError =>
  mistake(
    'storage_no_store',
    `${place} holds nothing yet: npx steward worker makes the store. Is \`storage\` in the configuration set as the worker has it?`,
  );

/** Throws a final `PortError` that names the running workers. */
export async function requireNoWorkers(database: OpenDatabase): Promise<void> {
  const running = await createProcessRecords(database, () => new Date()).workers();
  if (running.length === 0) return;
  const names = running.map(({ name, roles }) => `${name} (${roles.join(', ')})`).join(', ');
  throw finalError(
    'storage_in_use',
    `${database.place} is in use by ${names}. Stop the workers first; one that was killed is forgotten after three minutes.`,
  );
}

async function readRows(trx: Transaction): Promise<Rows> {
  const rows = new Map<keyof Tables, readonly object[]>();
  for (const name of tableNames) {
    const tableRows = await trx.selectFrom(name).selectAll().execute();
    rows.set(
      name,
      // The layout is the database's, not the store's.
      tableRows.filter((row) => !('name' in row && name === 'meta' && row.name === 'layout')),
    );
  }
  return rows;
}

const removal = (trx: Transaction, name: keyof Tables) =>
  name === 'meta' ? trx.deleteFrom('meta').where('name', '!=', 'layout') : trx.deleteFrom(name);

/** Tables whose ids the database assigns. */
const numbered = ['model_usage', 'raw_segments'] as const;

const continueNumbers = (name: (typeof numbered)[number]) =>
  sql`SELECT setval(pg_get_serial_sequence(${name}, 'id'), greatest((SELECT max(id) FROM ${sql.table(name)}), 1))`;

const holdsStore = (place: string): PortError =>
  mistake(
    'storage_not_empty',
    `${place} holds a store already. To replace it, repeat the command with --again.`,
  );

/**
 * Writes a store into one new SQLite file while workers go on. All of it comes in one transaction, so a file that a death left
 * is none that `restore` takes. Throws a final `PortError` for a file that is there.
 */
export async function backUp(from: OpenDatabase, path: string): Promise<number> {
  if (existsSync(path))
    throw mistake('storage_not_empty', `${path} is there already. Name a new file, or delete that one.`);
  const to = openSqlite(path);
  // It holds members' words, so only this user may read it.
  chmodSync(path, 0o600);
  let rows: number;
  try {
    rows = await copyStore({ from, to, replaces: false });
  } finally {
    await to.close();
  }
  inOneFile(path);
  return rows;
}

/** Folds the log into the file, so that it can be read from a read-only folder. */
function inOneFile(path: string): void {
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
}
