import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { dumpStore, dumpView } from '../../../test/support/storage/dump-store.ts';
import { capture, idsOf, prepareLibrary } from '../../../test/support/storage/printed-files.ts';
import {
  openIn,
  pair,
  testDatabase,
  testFolder,
  testPaths,
  writeText,
} from '../../../test/support/storage/test-store.ts';
import { author, message, replyRecord } from '../../../test/support/values/messages.ts';
import { openSqlite } from '../database/sqlite/sqlite.ts';
import { backUp } from './copy-store.ts';
import { openBackup, restore } from './restore.ts';

const inAWhile = new Date('2036-01-01');
const [anna, words] = ['4001', 'My xylophone breaks'];

/** A store with words of every kind, which stays open, and what writes a backup of it. */
async function prepared() {
  const { folder, storage } = await prepareLibrary();
  const { records } = storage;
  await records.saveMessage(message(1, { author: author(anna), text: words }), inAWhile);
  await records.insertReplyRecord(replyRecord('11', { answer: 'Yes' }), {
    recall: { language: 'eng', sources: [] },
  });
  await records.vote({ messageId: '11', userId: 'ben', helpful: true, byTeam: false });
  const from = await testDatabase(folder);
  const path = join(testFolder(), 'backup.sqlite');
  const write = () => backUp(from, path);
  return { folder, storage, from, path, write };
}

async function restoreIn(
  folder: string,
  path: string,
  over: { again?: boolean; acceptForgotten?: boolean } = {},
) {
  const to = await testDatabase(folder);
  const options = { again: false, acceptForgotten: false, ...over };
  const from = openBackup(path);
  try {
    await restore({ from, to, paths: testPaths(folder), ...options });
  } finally {
    await from.close();
  }
  return to;
}

it('a backup of a store in use comes back equal in every table and in every byte of the text files', async () => {
  const { folder, storage, from, path, write } = await prepared();
  const [rows, files] = [[await dumpStore(from)], [dumpView(folder)]];
  const writing = write();
  await capture(storage, 9, 'gpu', async () => {
    rows.push(await dumpStore(from));
    files.push(dumpView(folder));
  });
  await writing;
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(readdirSync(join(path, '..'))).toEqual(['backup.sqlite']);
  const elsewhere = testFolder();
  const to = await restoreIn(elsewhere, path, { acceptForgotten: true });
  const held = await dumpStore(to);
  // It may be of before a transaction or of after it, and of no moment between.
  expect([...rows, await dumpStore(from)]).toContainEqual(held);
  const again = await openIn(elsewhere);
  expect(again.id).toBe(storage.id);
  expect([...files, dumpView(folder)]).toContainEqual(dumpView(elsewhere));
});

describe('what was retracted and forgotten since a backup', () => {
  async function decided() {
    const prepare = await prepared();
    await prepare.write();
    await prepare.storage.library.retract({ qaIds: [pair(2).qaId], now: new Date() });
    await prepare.storage.erasure.erase({ userId: anna });
    return prepare;
  }

  it('stays so where the store is replaced, and what stood in the text files is aside', async () => {
    const { folder, storage, path } = await decided();
    await capture(storage, 9);
    await storage.close();
    await expect(restoreIn(folder, path)).rejects.toMatchObject({ code: 'storage_not_empty' });
    const to = await restoreIn(folder, path, { again: true });
    expect(JSON.stringify(await dumpStore(to))).not.toContain(words);
    const again = await openIn(folder);
    expect(await idsOf(again)).toEqual([1, 2, 3].map((second) => pair(second).qaId));
    expect([...(await again.library.retracted())]).toEqual([pair(2).qaId]);
    const printed = JSON.stringify(dumpView(folder));
    expect([printed.includes('Question 2'), printed.includes('Question 9')]).toEqual([true, false]);
    expect(dumpView(folder)['data/team-knowledge/topics/gpu.txt']).not.toContain('Question 2');
    expect(readdirSync(join(testPaths(folder).libraryDir, 'kept-aside'))).toHaveLength(1);
  });

  it('stays so where only the text files are left, and is accepted by name where nothing is', async () => {
    const { folder, storage, path } = await decided();
    await storage.close();
    const elsewhere = testFolder();
    await expect(restoreIn(elsewhere, path)).rejects.toMatchObject({ code: 'storage_forgotten_unknown' });
    copyLibrary(folder, elsewhere);
    const retractions = join(testPaths(elsewhere).libraryDir, 'retractions.txt');
    const lines = readFileSync(retractions, 'utf8');
    writeFileSync(retractions, `${lines}${pair(3).qaId}`);
    await expect(restoreIn(elsewhere, path)).rejects.toThrow(
      `${retractions}, line 2: The last line has no line end, so it may be cut off and does not count.`,
    );
    writeFileSync(retractions, lines);
    const to = await restoreIn(elsewhere, path);
    expect(JSON.stringify(await dumpStore(to))).not.toContain(words);
    const { library } = await openIn(elsewhere);
    expect([...(await library.retracted())]).toEqual([pair(2).qaId]);
  });
});

it('a restore goes on while a command opens the store that it replaces', async () => {
  const { folder, storage, path, write } = await prepared();
  await write();
  await capture(storage, 9);
  await storage.close();
  const restoring = restoreIn(folder, path, { again: true });
  await (await openIn(folder)).close();
  await restoring;
  const again = await openIn(folder);
  expect(await idsOf(again)).toEqual([1, 2, 3].map((second) => pair(second).qaId));
});

function copyLibrary(from: string, to: string): void {
  for (const name of ['forgotten.txt', 'retractions.txt', '.printed.json'])
    writeText(
      join(testPaths(to).libraryDir, name),
      readFileSync(join(testPaths(from).libraryDir, name), 'utf8'),
    );
}

describe('a backup is refused', () => {
  it('in place of a file that is there', async () => {
    const { write } = await prepared();
    await write();
    await expect(write()).rejects.toMatchObject({ code: 'storage_not_empty' });
  });

  const spoiled: Readonly<Record<string, readonly [RegExp, (path: string) => void]>> = {
    'is not there': [/is not there/u, (path) => rmSync(path)],
    'is damaged': [/damaged/u, (path) => truncateSync(path, 20_000)],
    'is of another program': [
      /no whole store/u,
      (path) => {
        rmSync(path);
        change(path, 'CREATE TABLE letters (text TEXT)');
      },
    ],
    'is of a newer Steward': [/newer Steward/u, (path) => change(path, 'PRAGMA user_version = 999')],
    'was not written to its end': [
      /no whole store/u,
      (path) => {
        rmSync(path);
        void openSqlite(path).close();
      },
    ],
  };
  it.each(Object.entries(spoiled))('that %s', async (_, [sentence, spoil]) => {
    const { path, write } = await prepared();
    await write();
    spoil(path);
    await expect(restoreIn(testFolder(), path, { acceptForgotten: true })).rejects.toThrow(sentence);
  });

  it('over a store that is there, whose text files stay where they are', async () => {
    const { folder, path, write } = await prepared();
    await write();
    const before = dumpView(folder);
    await expect(restoreIn(folder, path)).rejects.toMatchObject({ code: 'storage_not_empty' });
    expect(dumpView(folder)).toEqual(before);
  });

  it('over another store, and while a worker runs', async () => {
    const { storage, folder, path, write } = await prepared();
    await write();
    const other = testFolder();
    await (await openIn(other)).close();
    await expect(restoreIn(other, path, { again: true })).rejects.toMatchObject({ code: 'store_of_another' });
    await storage.records.announceWorker({ name: 'a:1', roles: ['bot'] });
    await expect(restoreIn(folder, path, { again: true })).rejects.toThrow(/in use by a:1 \(bot\)/u);
  });
});

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}
