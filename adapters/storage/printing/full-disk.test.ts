import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseIndexCache } from '../../../domain/documents/index-cache.ts';
import { fillDisk } from '../../../test/support/storage/fill-disk.ts';
import {
  capture,
  idsOf,
  prepareLibrary,
  topicFile,
  weekFile,
} from '../../../test/support/storage/printed-files.ts';
import { testPaths, writeText } from '../../../test/support/storage/test-store.ts';
import type { Storage } from '../open-storage.ts';

const waiting = (texts: readonly string[]) => texts.filter((text) => text.startsWith('printing_waits: '));
const said = async (storage: Storage) => waiting((await storage.inspect()).map(({ message }) => message));

it('a full disk fails no call, is named once and by doctor, and the files are complete by themselves when there is room', async () => {
  const { folder, storage, log } = await prepareLibrary();
  const before = readFileSync(weekFile(folder), 'utf8');
  const makeRoom = fillDisk();
  await capture(storage, 4);
  await capture(storage, 5, 'fans');
  expect(await idsOf(storage)).toHaveLength(5);
  expect(readFileSync(weekFile(folder), 'utf8')).toBe(before);
  expect(waiting(log.warnings)).toEqual([expect.stringMatching(/ENOSPC. Free some space on that disk\./u)]);
  expect(await said(storage)).toHaveLength(1);
  makeRoom();
  await expect.poll(() => said(storage)).toEqual([]);
  expect(readFileSync(weekFile(folder), 'utf8')).toContain('Question 5');
  const { cache } = parseIndexCache(readFileSync(testPaths(folder).teamIndexCache, 'utf8'));
  for (const slug of ['gpu', 'disk', 'fans'])
    expect(cache?.sources[`team:${slug}.txt`]?.file?.size_bytes).toBe(statSync(topicFile(folder, slug)).size);
  expect(waiting(log.warnings)).toHaveLength(1);
});

it('a folder that cannot be written is named, and the files are printed when it can', async () => {
  const { folder, storage } = await prepareLibrary();
  rmSync(testPaths(folder).topicsDir, { recursive: true });
  writeText(testPaths(folder).topicsDir, 'a file in the place of the folder');
  await capture(storage, 9);
  expect(await said(storage)).toHaveLength(1);
  rmSync(testPaths(folder).topicsDir);
  await expect.poll(() => existsSync(topicFile(folder))).toBe(true);
});
