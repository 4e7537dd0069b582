import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase, testFolder, writeText } from '../../../../test/support/storage/test-store.ts';
import { layoutVersion } from '../tables.ts';
import type { Transaction } from '../database.ts';
import { openSqlite } from './sqlite.ts';

const note = (trx: Transaction, key: string) =>
  trx.insertInto('decisions').values({ key, value: '1' }).execute();

const keys = (trx: Transaction) => trx.selectFrom('decisions').select('key').execute();

it('is made with the newest layout, and shared', async () => {
  const path = join(testFolder(), 'new', 'steward.sqlite');
  await openSqlite(path).close();
  const db = new DatabaseSync(path);
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: layoutVersion });
});

it('refuses the file of a newer Steward in a sentence, and leaves it as it was', () => {
  const path = join(testFolder(), 'steward.sqlite');
  const newer = new DatabaseSync(path);
  newer.exec('PRAGMA user_version = 99');
  expect(() => openSqlite(path)).toThrow(/steward\.sqlite was written by a newer Steward \(its layout is 99/);
  expect(newer.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
});

it('refuses a file that is no database in a sentence', () => {
  const path = join(testFolder(), 'steward.sqlite');
  writeText(path, 'not a database, but long enough to be looked at as one'.repeat(40));
  expect(() => openSqlite(path)).toThrow(/is not a SQLite database/);
});

it('names the place where no file can be opened', () => {
  const path = testFolder();
  expect(() => openSqlite(path)).toThrow(`${path} cannot be opened as a database.`);
});

it('keeps nothing of a transaction that throws', async () => {
  const database = await testDatabase();
  const failing = database.write(async (trx) => {
    await note(trx, 'a');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await database.read(keys)).toEqual([]);
});

it('runs a transaction to its end before another one begins', async () => {
  const database = await testDatabase();
  const seen = async (trx: Transaction, key: string) => {
    await note(trx, key);
    return (await keys(trx)).length;
  };
  const counts = await Promise.all(['a', 'b', 'c'].map((key) => database.write((trx) => seen(trx, key))));
  expect(counts).toEqual([1, 2, 3]);
});

it('waits for the writer of another process beside the event loop', async () => {
  const path = join(testFolder(), 'steward.sqlite');
  const database = openSqlite(path);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const ticks: number[] = [];
  const clock = setInterval(() => ticks.push(performance.now()), 10);
  const written = database.write((trx) => note(trx, 'a'));
  // Longer than a heartbeat may be late, and longer than SQLite's own wait.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  other.exec('COMMIT');
  await written;
  clearInterval(clock);
  const pauses = ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? tick));
  expect(Math.max(...pauses)).toBeLessThan(500);
  expect(ticks.length).toBeGreaterThan(5);
  await database.close();
});

it('takes an index of text as code points', async () => {
  const database = await testDatabase();
  for (const key of ['é', 'z', 'Z', '\u{1F600}', '\uFFFD']) await database.write((trx) => note(trx, key));
  const inOrder = await database.read((trx) =>
    trx.selectFrom('decisions').select('key').orderBy('key').execute(),
  );
  const found = inOrder.map(({ key }) => key);
  expect(found).toEqual(['Z', 'z', 'é', '\uFFFD', '\u{1F600}']);
});

it('is lost, in a sentence, when its file is moved away while it is open', async () => {
  const path = join(testFolder(), 'steward.sqlite');
  const database = openSqlite(path);
  await database.write((trx) => note(trx, 'a'));
  renameSync(path, `${path}.moved`);
  await expect(database.write((trx) => note(trx, 'b'))).rejects.toMatchObject({ code: 'storage_gone' });
  await expect(database.lost).rejects.toThrow(/steward\.sqlite was moved, removed or replaced/);
  expect(existsSync(path)).toBe(false);
  await database.close();
});

it('is lost when the disk does not confirm a write', async () => {
  const database = await testDatabase();
  const failed = Object.assign(new Error('fsync'), { errcode: 10 | (4 << 8) });
  const writing = database.write(() => Promise.reject(failed));
  await expect(writing).rejects.toMatchObject({ code: 'storage_not_on_disk' });
  await expect(database.lost).rejects.toMatchObject({ code: 'storage_not_on_disk' });
});

it('is lost, in a sentence, when a read finds it damaged', async () => {
  const database = await testDatabase();
  const failed = Object.assign(new Error('malformed'), { errcode: 11 });
  await expect(database.read(() => Promise.reject(failed))).rejects.toMatchObject({
    code: 'storage_not_a_database',
  });
  await expect(database.lost).rejects.toThrow(/or it is damaged/u);
});
