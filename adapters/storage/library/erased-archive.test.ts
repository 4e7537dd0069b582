import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { prepareLibrary, weekFile } from '../../../test/support/storage/printed-files.ts';
import {
  entry,
  isOnPostgres,
  openIn,
  pair,
  testNow,
  testPaths,
} from '../../../test/support/storage/test-store.ts';

const origin = (
  qaId: QaId,
  authorIds: string[],
): Parameters<Awaited<ReturnType<typeof openIn>>['records']['savePairOrigin']>[0] => ({
  qaId,
  link: null,
  correctedSourceIds: [],
  snapshotId: null,
  authorIds,
});
const three = entry(20, {
  turns: [
    { label: 'User', text: 'Q' },
    { label: 'User', text: 'BOBWORDS' },
    { label: 'Team', text: 'A' },
  ],
  messageIds: ['201', '202', '203'],
});

it('what a person asked leaves the archive, also a copy of its file', async () => {
  const { folder, storage } = await prepareLibrary();
  const copy = join(testPaths(folder).rawDir, '2026-W01.txt');
  cpSync(weekFile(folder), copy);
  await storage.library.takeInArchive();
  await storage.records.savePairOrigin(origin(pair(1).qaId, ['7001', '7002']));
  const plan = await storage.erasure.erase({ userId: '7001' });
  expect([readFileSync(copy, 'utf8').includes('Question 1'), plan.leftFiles]).toEqual([false, []]);
});

it.skipIf(isOnPostgres())(
  'forgotten turns stay out when the old archive is imported into the store that was filled from the text files',
  async () => {
    const { folder, storage } = await prepareLibrary();
    await storage.library.appendRaw(three, testNow);
    await addPair(storage.library, three, { slug: 'gpu' });
    await storage.records.savePairOrigin(origin(three.qaId, ['7001', '7002', '7003']));
    await storage.erasure.erase({ userId: '7002' });
    await storage.close();
    const { database, libraryDir } = testPaths(folder);
    for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });
    const again = await openIn(folder, { adopts: true, prints: 'off' });
    await again.adopt(libraryDir);
    await again.library.appendRaw(three, testNow); // what `import OLD-ARCHIVE` does with this entry
    expect(JSON.stringify(await again.library.rawEntries())).not.toContain('BOBWORDS');
  },
);
