import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseIndexCache } from '../../../domain/documents/index-cache.ts';
import { formatRawEntry } from '../../../domain/team/qa-blocks.ts';
import { fillDisk } from '../../../test/support/storage/fill-disk.ts';
import {
  capture,
  idsOf,
  prepareView,
  topicFile,
  weekFile,
} from '../../../test/support/storage/printed-view.ts';
import {
  entry,
  isOnPostgres,
  openIn,
  pair,
  testFolder,
  testNow,
  testPaths,
  writeText,
} from '../../../test/support/storage/test-store.ts';
import type { Storage } from '../open-storage.ts';

describe('a view whose disk is full', () => {
  const behind = (texts: readonly string[]) => texts.filter((text) => text.startsWith('view_behind: '));
  const said = async (storage: Storage) => behind((await storage.inspect()).map(({ message }) => message));

  it('fails no call, is named once and by doctor, and is complete by itself when there is room', async () => {
    const { folder, storage, log } = await prepareView();
    const before = readFileSync(weekFile(folder), 'utf8');
    const makeRoom = fillDisk();
    await capture(storage, 4);
    await capture(storage, 5, 'fans');
    expect(await idsOf(storage)).toHaveLength(5);
    expect(readFileSync(weekFile(folder), 'utf8')).toBe(before);
    expect(behind(log.warnings)).toEqual([expect.stringMatching(/ENOSPC. Free some space on that disk\./u)]);
    expect(await said(storage)).toHaveLength(1);
    makeRoom();
    await expect.poll(() => said(storage)).toEqual([]);
    expect(readFileSync(weekFile(folder), 'utf8')).toContain('Question 5');
    const { cache } = parseIndexCache(readFileSync(testPaths(folder).teamIndexCache, 'utf8'));
    for (const slug of ['gpu', 'disk', 'fans'])
      expect(cache?.sources[`team:${slug}.txt`]?.file?.size_bytes).toBe(
        statSync(topicFile(folder, slug)).size,
      );
    expect(behind(log.warnings)).toHaveLength(1);
  });

  it('takes in what a person adds, and prints the rest of the files that has room', async () => {
    const { folder, storage } = await prepareView();
    rmSync(testPaths(folder).topicsDir, { recursive: true });
    writeText(testPaths(folder).topicsDir, 'a file in the place of the folder');
    appendFileSync(weekFile(folder), `\n${formatRawEntry(entry(7))}`);
    await storage.library.appendRaw(entry(8), testNow);
    expect(await idsOf(storage)).toEqual([1, 2, 3, 7, 8].map((second) => pair(second).qaId));
    expect(readFileSync(weekFile(folder), 'utf8')).toContain('Question 8');
    expect(await said(storage)).toHaveLength(1);
    rmSync(testPaths(folder).topicsDir);
    await expect.poll(() => existsSync(topicFile(folder, 'disk'))).toBe(true);
  });
});

it.skipIf(isOnPostgres())('leaves the files of the folder alone that the store was copied from', async () => {
  const { folder, storage } = await prepareView();
  await storage.close();
  const moved = testFolder();
  const again = await openIn(folder, {
    paths: { ...testPaths(moved), database: testPaths(folder).database },
  });
  expect(existsSync(topicFile(moved))).toBe(true);
  expect(existsSync(topicFile(folder))).toBe(true);
  await again.close();
});
