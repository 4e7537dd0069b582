import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startTcpProxy } from '../../../../test/support/processes/tcp-proxy.ts';
import { testDatabase, testFolder, testPostgres } from '../../../../test/support/storage/test-store.ts';
import { layoutVersion } from '../tables.ts';
import { openPostgres } from './postgres.ts';
import type { Transaction } from '../database.ts';
import { say } from '../revisions.ts';
import { openSqlite } from '../sqlite/sqlite.ts';

/* What is PostgreSQL's alone: its failures, its clock, its text. What holds on either engine is tested for both. */

/** Whether there was no such row yet. */
const note = async (trx: Transaction, key: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('decisions')
    .values({ key, value: '1' })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};
const keys = async (trx: Transaction): Promise<readonly string[]> => {
  return (await trx.selectFrom('decisions').select('key').orderBy('key').execute()).map(({ key }) => key);
};

/** A store behind a network that the test can cut. */
async function behindProxy(parameters: Readonly<Record<string, string>> = {}) {
  const folder = testFolder();
  const settings = await testPostgres(folder);
  if (!settings) throw new Error('These tests need PostgreSQL.');
  const url = new URL(settings.url);
  const proxy = await startTcpProxy({ port: Number(url.port) });
  url.port = String(proxy.port);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const database = await openPostgres({ ...settings, url: url.href });
  onTestFinished(async () => {
    await database.close();
    await proxy.close();
  });
  return { database, proxy, direct: await testDatabase(folder) };
}

const sleep = (trx: Transaction, seconds: number) => sql`select pg_sleep(${seconds})`.execute(trx);

const isOf = (bytes: Buffer, text: string): boolean => bytes.includes(text);

it.each([
  ['at its beginning', (bytes: Buffer) => isOf(bytes, 'begin')],
  ['at a statement', (bytes: Buffer) => isOf(bytes, 'insert into')],
  ['before its commit arrives', (bytes: Buffer) => isOf(bytes, 'commit')],
])(
  'a connection that is cut in a write %s leaves nothing, and the next call has a new one',
  async (_, isCut) => {
    const { database, proxy, direct } = await behindProxy();
    proxy.onRequest = (bytes) => (isCut(bytes) ? 'cut' : 'pass');
    await expect(database.write((trx) => note(trx, 'a'))).rejects.toMatchObject({
      kind: 'transient',
    });
    proxy.onRequest = () => 'pass';
    expect(await direct.read(keys)).toEqual([]);
    await database.write((trx) => note(trx, 'a'));
    expect(await direct.read(keys)).toEqual(['a']);
  },
);

it('a commit whose answer is lost has an unknown outcome: it has happened, and the call again finds its work', async () => {
  const { database, proxy, direct } = await behindProxy();
  let isCommitting = false;
  proxy.onRequest = (bytes) => {
    isCommitting ||= isOf(bytes, 'commit');
    return 'pass';
  };
  proxy.onAnswer = () => (isCommitting ? 'cut' : 'pass');
  const failing = database.write((trx) => note(trx, 'a'));
  await expect(failing).rejects.toMatchObject({ kind: 'transient', code: 'storage_outcome_unknown' });
  proxy.onAnswer = () => 'pass';
  expect(await direct.read(keys)).toEqual(['a']);
  expect(await database.write((trx) => note(trx, 'a'))).toBe(false);
});

it('a read that is cut fails as transient, and so does a call while the server is away', async () => {
  const { database, proxy } = await behindProxy();
  proxy.onRequest = (bytes) => (isOf(bytes, 'select') ? 'cut' : 'pass');
  await expect(database.read(keys)).rejects.toMatchObject({ kind: 'transient', code: 'storage_unreachable' });
  await proxy.close();
  await expect(database.read(keys)).rejects.toMatchObject({ kind: 'transient', code: 'storage_unreachable' });
});

it('an answer that never comes does not hold a call for ever', async () => {
  const { database, proxy } = await behindProxy({ query_timeout: '2000' });
  proxy.onAnswer = () => 'drop';
  await expect(database.read(keys)).rejects.toMatchObject({ kind: 'transient', code: 'storage_unreachable' });
  proxy.onAnswer = () => 'pass';
  expect(await database.read(keys)).toEqual([]);
});

it('a statement that takes too long is ended by the server', async () => {
  const { database } = await behindProxy({ statement_timeout: '1000' });
  await expect(database.read((trx) => sleep(trx, 20))).rejects.toMatchObject({ code: 'storage_busy' });
  expect(await database.read(keys)).toEqual([]);
});

it('a process that freezes inside a write is ended by the server, and whoever waits for it goes on', async () => {
  const folder = testFolder();
  const settings = await testPostgres(folder);
  const url = `${settings!.url}&idle_in_transaction_session_timeout=1000`;
  const frozen = await openPostgres({ ...settings!, url });
  const other = await testDatabase(folder);
  onTestFinished(() => frozen.close());
  const freeze = frozen.write(async (trx) => {
    await note(trx, 'a');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
    await note(trx, 'b');
  });
  const [outcome] = await Promise.allSettled([freeze, other.write((trx) => note(trx, 'c'))]);
  expect(outcome).toMatchObject({ reason: { code: 'storage_unreachable' } });
  expect(await other.read(keys)).toEqual(['c']);
});

it('a read of several statements sees one moment', async () => {
  const folder = testFolder();
  const [one, other] = [await testDatabase(folder), await testDatabase(folder)];
  const writes: Promise<unknown>[] = [];
  const seen = await one.read(async (trx) => {
    await keys(trx);
    const before = await keys(trx);
    writes.push(other.write((trx) => note(trx, 'late')));
    await sleep(trx, 0.3);
    return [before, await keys(trx)];
  });
  await Promise.all(writes);
  expect(seen[1]).toEqual(seen[0]);
});

it('text comes back as it was, with U+FFFD for NUL, and stands in the order of its code points', async () => {
  const database = await testDatabase();
  const written = ['Z', 'a', 'z', 'é', '\uFDD0', '\u{1F600}'];
  for (const key of ['a\0b', ...written.toReversed()]) await database.write((trx) => note(trx, key));
  expect(await database.read(keys)).toEqual(['Z', 'a', 'a\uFFFDb', 'z', 'é', '\uFDD0', '\u{1F600}']);
});

it('has the tables, the columns and the indexes of SQLite', async () => {
  const folder = testFolder();
  await testDatabase(folder);
  const client = new pg.Client({ connectionString: (await testPostgres(folder))?.url });
  await client.connect();
  const { rows } = await client.query<{ readonly place: string }>(
    "SELECT table_name || '.' || column_name AS place FROM information_schema.columns WHERE table_schema = current_schema()",
  );
  await client.end();
  const path = join(folder, 'compared.sqlite');
  await openSqlite(path).close();
  const db = new DatabaseSync(path);
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  const places = names.flatMap(({ name }) =>
    db
      .prepare(`PRAGMA table_info(${String(name)})`)
      .all()
      .map((column) => `${String(name)}.${String(column['name'])}`),
  );
  db.close();
  expect(rows.map(({ place }) => place).toSorted()).toEqual(places.toSorted());
});

it('is made once, however many processes start together, and refused by an older Steward', async () => {
  const folder = testFolder();
  const settings = (await testPostgres(folder))!;
  const opened = await Promise.all([1, 2, 3, 4].map(() => openPostgres(settings)));
  const [database] = opened;
  expect(
    await database?.read((trx) =>
      trx.selectFrom('meta').selectAll().where('name', '=', 'layout').executeTakeFirst(),
    ),
  ).toEqual({
    name: 'layout',
    value: String(layoutVersion),
  });
  await database?.write((trx) =>
    trx.updateTable('meta').set({ value: '999' }).where('name', '=', 'layout').execute(),
  );
  for (const one of opened) await one.close();
  await expect(openPostgres(settings)).rejects.toThrow(/was written by a newer Steward \(its layout is 999/);
});

it('refuses a server that only reads, a wrong database and a wrong address in sentences without the password', async () => {
  const url = new URL(inject('postgresUrl') ?? '');
  url.password = 'hidden-word';
  const settings = (await testPostgres(testFolder()))!;
  const open = (change: (address: URL) => void) => {
    const address = new URL(url);
    change(address);
    return openPostgres({ ...settings, url: address.href });
  };
  const missing = open((address) => (address.pathname = '/missing'));
  await expect(missing).rejects.toMatchObject({ code: 'storage_denied' });
  const closed = open((address) => (address.port = '1'));
  await expect(closed).rejects.toMatchObject({ kind: 'transient', code: 'storage_unreachable' });
  await expect(closed).rejects.toThrow(/\(ECONNREFUSED at \S+:1\)/u);
  await expect(closed).rejects.not.toThrow(/hidden-word|tries again/u);
  const reading = open((address) =>
    address.searchParams.set('options', '-c default_transaction_read_only=on'),
  );
  const written = reading.then((database) => database.write((trx) => say(trx, 'a', 'b')));
  await expect(written).rejects.toMatchObject({ code: 'storage_read_only' });
});
