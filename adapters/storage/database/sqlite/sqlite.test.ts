import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase, testFolder, writeText } from '../../../../test/support/storage/test-store.ts';
import { layoutVersion } from '../layout/migrations.ts';
import { all, run } from '../section.ts';
import { openSqlite } from './sqlite.ts';
import { tables } from '../tables.ts';

const note = (key: string) => run(tables.insertInto('decisions').values({ key, value: '1', cachedAt: 0 }));

const keys = () => all(tables.selectFrom('decisions').select('key'));

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

it('keeps nothing of a section that throws', async () => {
  const database = await testDatabase();
  const failing = database.write(function* () {
    yield* note('a');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await database.read(keys)).toEqual([]);
});

it('runs a section to its end before another one begins', async () => {
  const database = await testDatabase();
  const seen = function* (key: string) {
    yield* note(key);
    return (yield* keys()).length;
  };
  const counts = await Promise.all(['a', 'b', 'c'].map((key) => database.write(() => seen(key))));
  expect(counts).toEqual([1, 2, 3]);
});

it('takes an index of text as code points', async () => {
  const database = await testDatabase();
  for (const key of ['é', 'z', 'Z', '\u{1F600}', '\uFFFD']) await database.write(() => note(key));
  const inOrder = tables.selectFrom('decisions').select('key').orderBy('key');
  const found = (await database.read(() => all(inOrder))).map(({ key }) => key);
  expect(found).toEqual(['Z', 'z', 'é', '\uFFFD', '\u{1F600}']);
});

it('is lost, in a sentence, when its file is moved away while it is open', async () => {
  const path = join(testFolder(), 'steward.sqlite');
  const database = openSqlite(path);
  await database.write(() => note('a'));
  renameSync(path, `${path}.moved`);
  await expect(database.write(() => note('b'))).rejects.toMatchObject({ code: 'storage_gone' });
  await expect(database.lost).rejects.toThrow(/steward\.sqlite was moved, removed or replaced/);
  expect(existsSync(path)).toBe(false);
  await database.close();
});
