import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder, writeText } from '../testing.ts';
import { migrations } from './migrations.ts';
import { openDatabase } from './open-database.ts';
import { transaction } from './transaction.ts';

it('is made with the newest layout, durable and shared', () => {
  const db = openDatabase(join(testFolder(), 'new', 'steward.sqlite'));
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length });
});

it('refuses the file of a newer Steward in a sentence, and leaves it as it was', () => {
  const path = join(testFolder(), 'steward.sqlite');
  const newer = new DatabaseSync(path);
  newer.exec('PRAGMA user_version = 99');
  expect(() => openDatabase(path)).toThrow(
    /steward\.sqlite was written by a newer Steward \(its layout is 99/,
  );
  expect(newer.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
});

it('refuses a file that is no database in a sentence', () => {
  const path = join(testFolder(), 'steward.sqlite');
  writeText(path, 'not a database, but long enough to be looked at as one'.repeat(40));
  expect(() => openDatabase(path)).toThrow(/is not a SQLite database/);
});

it('keeps nothing of a section that throws', () => {
  const db = openDatabase(join(testFolder(), 'steward.sqlite'));
  const failing = () =>
    transaction(db, () => {
      db.exec("INSERT INTO decisions VALUES ('a', '1', 0)");
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  expect(db.prepare('SELECT count(*) AS n FROM decisions').get()).toEqual({ n: 0 });
});
