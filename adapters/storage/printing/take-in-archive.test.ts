import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatRawEntry } from '../../../domain/team/qa-blocks.ts';
import {
  capture,
  idsOf,
  prepareLibrary,
  topicFile,
  weekFile,
} from '../../../test/support/storage/printed-files.ts';
import {
  entry,
  isOnPostgres,
  openIn,
  pair,
  testLog,
  testNow,
  testPaths,
  writeText,
} from '../../../test/support/storage/test-store.ts';

it.skipIf(isOnPostgres())(
  'an older database put back by hand: entries of raw/ that the store does not know are taken in',
  async () => {
    const { folder, storage } = await prepareLibrary();
    await storage.close();
    const { database } = testPaths(folder);
    cpSync(database, `${database}.bak`);
    const later = await openIn(folder);
    await capture(later, 7);
    await later.close();
    for (const end of ['-wal', '-shm']) rmSync(database + end, { force: true });
    cpSync(`${database}.bak`, database);
    const again = await openIn(folder, { log: testLog() });
    expect(await idsOf(again)).toContain(pair(7).qaId);
  },
);

it('an entry appended by hand counts, also if a capture is printed before the next refresh', async () => {
  const { folder, storage } = await prepareLibrary();
  appendFileSync(weekFile(folder), `\n${formatRawEntry(entry(7))}`);
  await capture(storage, 9);
  await storage.library.takeInArchive();
  expect(await idsOf(storage)).toContain(pair(7).qaId);
});

it('a line appended to retractions.txt takes effect, also if another pair is retracted before', async () => {
  const { folder, storage } = await prepareLibrary();
  await storage.library.retract({ qaIds: [pair(3).qaId], now: testNow });
  appendFileSync(
    join(testPaths(folder).libraryDir, 'retractions.txt'),
    `${pair(1).qaId}\t2026-02-04T12:00:00Z\n`,
  );
  await storage.library.retract({ qaIds: [pair(2).qaId], now: testNow });
  await storage.library.takeInArchive();
  expect([...(await storage.library.retracted())]).toContain(pair(1).qaId);
});

it('an entry without its line end counts once the line end is added, as the log advises', async () => {
  const { folder, storage } = await prepareLibrary();
  appendFileSync(weekFile(folder), `\n${formatRawEntry(entry(7)).trimEnd()}`);
  await storage.library.takeInArchive();
  appendFileSync(weekFile(folder), '\n');
  await storage.library.takeInArchive();
  expect(await idsOf(storage)).toContain(pair(7).qaId);
});

it('an unreadable entry is named at each start and refresh', async () => {
  const { folder, storage, log } = await prepareLibrary();
  appendFileSync(weekFile(folder), `\n${formatRawEntry(entry(7)).replace('timestamp:', 'timestmp:')}`);
  for (let look = 0; look < 3; look += 1) await storage.library.takeInArchive();
  expect(log.warnings).toHaveLength(3);
});

it('a file that a person changed is kept aside byte for byte', async () => {
  const { folder, storage } = await prepareLibrary();
  const bytes = Buffer.from(`\uFEFF${readFileSync(topicFile(folder), 'utf8')}mine`, 'utf16le');
  writeFileSync(topicFile(folder), bytes);
  await storage.library.takeInArchive();
  const aside = join(testPaths(folder).libraryDir, 'kept-aside');
  expect(readFileSync(join(aside, readdirSync(aside)[0] ?? '')).equals(bytes)).toBe(true);
});

it('a folder named like a week does not stop the look at the other files', async () => {
  const { folder, storage } = await prepareLibrary();
  writeText(join(testPaths(folder).rawDir, '2026-W01.txt', 'x'), '');
  appendFileSync(weekFile(folder), `\n${formatRawEntry(entry(7))}`);
  await storage.library.takeInArchive();
  expect(await idsOf(storage)).toContain(pair(7).qaId);
});
