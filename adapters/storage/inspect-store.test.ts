import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inspectFiles } from './inspect-store.ts';
import {
  entry,
  openIn,
  testFolder,
  testNow,
  testPaths,
  testWeek,
  writeText,
} from '../../test/support/storage/test-store.ts';
import { firstOf } from '../../test/support/storage/add-pair.ts';

async function storeOfTwo() {
  const folder = testFolder();
  const storage = await openIn(folder, { now: () => testNow });
  for (const second of [1, 2]) {
    await storage.library.appendRaw(entry(second), testNow);
    await storage.library.insert(firstOf(`topic-${second}`, entry(second)));
  }
  return { folder, paths: testPaths(folder), storage };
}

it('a whole store has nothing to say', async () => {
  const { storage } = await storeOfTwo();
  expect(await storage.inspect()).toEqual([]);
});

it('a malformed entry stays where it is, and holds up no other', async () => {
  const folder = testFolder();
  const { rawDir } = testPaths(folder);
  const broken = '--- QA ---\nid: nonsense\nUser: lost?\nTeam: no\n\n';
  writeText(join(rawDir, testWeek), broken);
  const storage = await openIn(folder, { now: () => testNow });
  await storage.library.appendRaw(entry(1), testNow);
  expect(await storage.library.rawEntries()).toHaveLength(1);
});

it('a damaged database is named', async () => {
  const { paths, storage } = await storeOfTwo();
  const messages = () => inspectFiles(paths).map(({ severity, message }) => `${severity} ${message}`);
  expect(messages()).toEqual([]);
  await storage.close();
  writeFileSync(paths.database, 'no database');
  expect(messages()[0]).toMatch(/^problem .*steward\.sqlite is damaged/u);
});
