import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { message, replyRecord } from '../../../test/support/values/messages.ts';
import { copyStore } from './copy-store.ts';
import { openSqlite } from '../database/sqlite/sqlite.ts';
import { tableNames } from '../database/tables.ts';
import { openStorage } from '../open-storage.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import {
  entry,
  openIn,
  pair,
  testDatabase,
  testFolder,
  testLog,
  testNow,
  testPaths,
} from '../../../test/support/storage/test-store.ts';

/** A store in a file, with words of every kind. */
async function prepared(): Promise<string> {
  const folder = testFolder();
  const storage = await openStorage({ paths: testPaths(folder), log: testLog(), now: () => testNow });
  await storage.library.appendRaw(entry(1), testNow);
  await addPair(storage.library, pair(1));
  await storage.records.saveMessage(message(1, { text: 'NUL \0 and \u{1F600}' }), new Date('2036-01-01'));
  await storage.records.insertReplyRecord(replyRecord('11', { answer: 'Yes' }), {
    recall: { language: 'eng', sources: [] },
  });
  await storage.records.vote({ messageId: '11', userId: 'ben', helpful: true, byTeam: false });
  await storage.close();
  return testPaths(folder).database;
}

function rowsOf(path: string): Record<string, unknown> {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = tableNames.map((name) => [
    name,
    db
      .prepare(`SELECT * FROM ${name}`)
      .all()
      .map((row) => JSON.stringify(row))
      .toSorted(),
  ]);
  db.close();
  return Object.fromEntries(rows) as Record<string, unknown>;
}

it('every row comes into the other database and back', async () => {
  const path = await prepared();
  const from = openSqlite(path);
  const [there, back] = [await testDatabase(), openSqlite(join(testFolder(), 'back.sqlite'))];
  await copyStore({ from, to: there, replaces: false });
  await copyStore({ from: there, to: back, replaces: false });
  await back.close();
  await from.close();
  expect(rowsOf(back.place)).toEqual(rowsOf(path));
  const written = Object.entries(rowsOf(path)).filter(([, rows]) => (rows as object[]).length > 0);
  expect(written.length).toBeGreaterThanOrEqual(9);
});

it('a store goes on where it was copied to: ids of rows follow those that were copied', async () => {
  const folder = testFolder();
  const [from, to] = [openSqlite(await prepared()), await testDatabase(folder)];
  await copyStore({ from, to, replaces: false });
  await from.close();
  const { library } = await openIn(folder, { prints: 'off' });
  await library.appendRaw(entry(2), testNow);
  expect((await library.rawEntries()).map(({ qaId }) => qaId)).toEqual([entry(1).qaId, entry(2).qaId]);
});

it('a target that holds a store is refused, and replaced when that is asked for', async () => {
  const [from, to] = [openSqlite(await prepared()), await testDatabase()];
  const target = to;
  await copyStore({ from, to: target, replaces: false });
  await expect(copyStore({ from, to: target, replaces: false })).rejects.toMatchObject({
    code: 'storage_not_empty',
  });
  await copyStore({ from, to: target, replaces: true });
  expect(await to.read((trx) => trx.selectFrom('reply_records').select('messageId').execute())).toHaveLength(
    1,
  );
  await from.close();
});
