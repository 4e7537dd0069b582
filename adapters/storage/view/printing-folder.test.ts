import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../open-storage.ts';
import {
  entry,
  testFolder,
  testLog,
  testNow,
  testPaths,
  testPostgres,
  testWeek,
  writeText,
} from '../../../test/support/storage/test-store.ts';

const minutes = (count: number) => new Date(testNow.getTime() + count * 60_000);

/** Hosts with folders of their own and one store in PostgreSQL. */
async function hosts() {
  const shared = testFolder();
  const postgres = await testPostgres(shared);
  const clock = { now: testNow };
  const open = async (name: string, view: 'here' | 'elsewhere' = 'here') => {
    const folder = join(shared, name);
    mkdirSync(folder, { recursive: true });
    const log = testLog();
    const paths = testPaths(folder);
    const storage = await openStorage({ paths, postgres, view, log, now: () => clock.now });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await storage.close();
      isOpen = false;
    };
    onTestFinished(close);
    const week = join(paths.rawDir, testWeek);
    const printed = () => (existsSync(week) ? readFileSync(week, 'utf8').split('--- QA ---').length - 1 : 0);
    return { ...storage, close, log, paths, printed };
  };
  return { open, clock };
}

it('prints what others write, on one host alone', async () => {
  const { open } = await hosts();
  const printing = await open('a');
  const other = await open('b');
  const bot = await open('c', 'elsewhere');
  await printing.library.appendRaw(entry(1), testNow);
  expect(printing.printed()).toBe(1);
  await other.library.appendRaw(entry(2), testNow);
  await bot.library.appendRaw(entry(3), testNow);
  await expect.poll(printing.printed, { timeout: 20_000 }).toBe(3);
  expect([other.printed(), bot.printed()]).toEqual([0, 0]);
  expect(other.log.warnings.join()).toContain('view_elsewhere: ');
  expect(existsSync(bot.paths.libraryDir)).toBe(false);
});

it('is taken over when the host is gone; what stood in that folder before is moved aside and counts for nothing', async () => {
  const { open, clock } = await hosts();
  const first = await open('a');
  await first.library.appendRaw(entry(1), testNow);
  await first.close();
  clock.now = minutes(4);
  const second = await open('b');
  await second.library.appendRaw(entry(2), testNow);
  expect(second.printed()).toBe(0);
  await second.close();
  // A topic of former times, which the store does not know any more.
  writeText(join(second.paths.topicsDir, 'old.txt'), '--- QA ---\nid: qa_20200101_000000\n');
  clock.now = minutes(6);
  const taker = await open('b');
  expect(taker.printed()).toBe(2);
  expect(await taker.library.topics(1)).toEqual([]);
  const [aside = ''] = readdirSync(join(taker.paths.libraryDir, 'former'));
  expect(existsSync(join(taker.paths.libraryDir, 'former', aside, 'topics', 'old.txt'))).toBe(true);

  const back = await open('a');
  await back.library.appendRaw(entry(3), testNow);
  expect([back.printed(), back.log.warnings.length > 0]).toEqual([1, true]);
  await expect.poll(taker.printed, { timeout: 20_000 }).toBe(3);
});
