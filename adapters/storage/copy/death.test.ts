import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PortError } from '../../../domain/ports/errors.ts';
import { dumpStore } from '../../../test/support/storage/dump-store.ts';
import { deathStep, dyingAt } from '../../../test/support/storage/dying-at.ts';
import { capture, idsOf, prepareLibrary } from '../../../test/support/storage/printed-files.ts';
import {
  copyFolder,
  openIn,
  pair,
  testDatabase,
  testFolder,
  testPaths,
} from '../../../test/support/storage/test-store.ts';
import type { OpenDatabase } from '../database/database.ts';
import { backUp } from './copy-store.ts';
import { openBackup, restore } from './restore.ts';

const ids = (...seconds: readonly number[]) => seconds.map((second) => pair(second).qaId);

async function restoreIn(folder: string, path: string, to: OpenDatabase): Promise<void> {
  const options = { again: true, acceptForgotten: true, paths: testPaths(folder) };
  const from = openBackup(path);
  try {
    await restore({ from, to, ...options });
  } finally {
    await from.close();
  }
}

it('a backup that dies anywhere is whole or is refused, and is written again', async () => {
  const { folder } = await prepareLibrary();
  const first = await testDatabase(folder);
  const rows = await dumpStore(first);
  const path = join(testFolder(), 'backup.sqlite');
  let n = 1 - deathStep;
  let reached = 0;
  const elsewhere = testFolder();
  const refusals: unknown[] = [];
  const restored: unknown[] = [];
  do {
    n += deathStep;
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    const from = await testDatabase(folder);
    reached = await dyingAt(n, async () => void (await backUp(from, path)));
    const to = await testDatabase(elsewhere);
    const refusal = await restoreIn(elsewhere, path, to).then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal === null) restored.push(await dumpStore(to));
    else {
      refusals.push(refusal);
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
      await backUp(first, path);
    }
    await from.close();
    await to.close();
  } while (reached === n);
  expect(n).toBeGreaterThan(30);
  expect(new Set(refusals.map((error) => (error as PortError).code))).toEqual(new Set(['storage_no_backup']));
  for (const held of restored) expect(held).toEqual(rows);
});

it('a restore that dies anywhere leaves the former store or the whole backup, and is done again', async () => {
  const { folder: before, storage } = await prepareLibrary();
  const from = await testDatabase(before);
  const path = join(testFolder(), 'backup.sqlite');
  await backUp(from, path);
  await capture(storage, 9);
  await storage.library.retract({ qaIds: ids(2), now: new Date() });
  await storage.close();
  let n = 1 - deathStep;
  let reached = 0;
  const folder = testFolder();
  do {
    n += deathStep;
    await copyFolder(before, folder);
    const to = await testDatabase(folder);
    reached = await dyingAt(n, () => restoreIn(folder, path, to));
    await to.close();
    const again = await openIn(folder);
    expect([ids(1, 2, 3), ids(1, 2, 3, 9)]).toContainEqual(await idsOf(again));
    expect([...(await again.library.retracted())]).toEqual(ids(2));
    await again.close();
    const fresh = await testDatabase(folder);
    await restoreIn(folder, path, fresh);
    await fresh.close();
    const last = await openIn(folder);
    expect([await idsOf(last), [...(await last.library.retracted())]]).toEqual([ids(1, 2, 3), ids(2)]);
    await last.close();
  } while (reached === n);
  expect(n).toBeGreaterThan(60);
});
