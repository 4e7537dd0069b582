import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatRawEntry, formatTopic } from '../../../domain/team/qa-blocks.ts';
import { openStorage, type Storage } from '../open-storage.ts';
import {
  capture,
  idsOf,
  prepareLibrary,
  topicFile,
  weekFile,
} from '../../../test/support/storage/printed-files.ts';
import {
  entry,
  openIn,
  pair,
  testFolder,
  testLog,
  testNow,
  testPaths,
  testPostgres,
  testWeek,
  writeText,
} from '../../../test/support/storage/test-store.ts';
import { noPrinter } from '../printer.ts';
import { keepPrinting } from './create-printer.ts';

/** The texts that were kept aside. */
const copiesIn = (folder: string): readonly string[] => {
  const copies = join(testPaths(folder).libraryDir, 'kept-aside');
  return existsSync(copies)
    ? readdirSync(copies).map((name) => readFileSync(join(copies, name), 'utf8'))
    : [];
};

const idsFor = (...seconds: readonly number[]) => seconds.map((second) => pair(second).qaId);

describe('the raw archive', () => {
  it('takes in at each look what is added behind, word for word, and names what cannot be read', async () => {
    const { folder, storage, log } = await prepareLibrary();
    const mistyped = '--- QA ---\nid: mistyped\nUser: kept?\n\n';
    const added = `${readFileSync(weekFile(folder), 'utf8')}\n${mistyped}${formatRawEntry(entry(7))}`;
    writeText(weekFile(folder), added);
    await storage.library.takeInArchive();
    expect(await idsOf(storage)).toEqual(idsFor(1, 2, 3, 7));
    await storage.library.appendRaw(entry(9), testNow);
    expect(readFileSync(weekFile(folder), 'utf8')).toBe(`${added}\n${formatRawEntry(entry(9))}`);
    expect(copiesIn(folder)).toEqual([]);
    const line = added.slice(0, added.indexOf(mistyped)).split('\n').length;
    expect(log.warnings).toEqual([
      expect.stringMatching(new RegExp(`^raw_entry_skipped: .*:${line}: `, 'u')),
    ]);
  });

  it('takes in at the start what was added meanwhile, also where nothing was printed before', async () => {
    const { folder, storage } = await prepareLibrary();
    await storage.close();
    writeText(weekFile(folder), `${readFileSync(weekFile(folder), 'utf8')}\n${formatRawEntry(entry(7))}`);
    const again = await openIn(folder);
    expect(await idsOf(again)).toEqual(idsFor(1, 2, 3, 7));
    const fresh = testFolder();
    writeText(weekFile(fresh), formatRawEntry(entry(1)));
    const { library } = await openIn(fresh);
    expect((await library.unsettled(1)).map(({ qaId }) => qaId)).toEqual(idsFor(1));
    expect(readFileSync(weekFile(fresh), 'utf8')).toBe(formatRawEntry(entry(1)));
  });

  it('takes in no entry of messages that were forgotten, whatever its id', async () => {
    const { folder, storage, log } = await prepareLibrary();
    const { qaId, conversationId, messageIds } = entry(1);
    const origin = { qaId, link: null, correctedSourceIds: [], snapshotId: null };
    await storage.records.savePairOrigin({ ...origin, authorIds: ['anna', 'maya'] });
    await storage.erasure.erase({ userId: 'anna' });
    const again = formatRawEntry(entry(7, { conversationId, messageIds }));
    writeText(weekFile(folder), `${readFileSync(weekFile(folder), 'utf8')}\n${again}`);
    await storage.library.takeInArchive();
    expect(await idsOf(storage)).toEqual(idsFor(1, 2, 3));
    expect(log.warnings.join()).toContain('Its messages were forgotten');
    expect(readFileSync(weekFile(folder), 'utf8')).not.toContain(entry(7).turns[0]?.text);
  });

  it('takes in what stands between, keeps an entry that was changed as it is, and the file aside', async () => {
    const { folder, storage, log } = await prepareLibrary();
    const text = readFileSync(weekFile(folder), 'utf8');
    const [first = '', ...rest] = text.replace('Answer 2', 'Another answer').split(/(?=--- QA)/u);
    const edited = `${first}${formatRawEntry(entry(8))}\n${rest.join('')}`;
    writeText(weekFile(folder), edited);
    await storage.library.takeInArchive();
    expect(await idsOf(storage)).toEqual(idsFor(1, 2, 3, 8));
    expect((await storage.library.rawEntry(pair(2).qaId))?.turns[1]?.text).toBe('Answer 2');
    expect(readFileSync(weekFile(folder), 'utf8')).toBe(`${text}\n${formatRawEntry(entry(8))}\n`);
    expect(copiesIn(folder)).toEqual([edited]);
    expect(log.warnings.join()).toContain('text_file_changed');
  });

  it('completes a torn end before it goes on, and cuts nothing off', async () => {
    const { folder, storage } = await prepareLibrary();
    const torn = `${readFileSync(weekFile(folder), 'utf8')}\n${formatRawEntry(entry(5)).slice(0, -12)}`;
    writeText(weekFile(folder), torn);
    await storage.library.takeInArchive();
    await storage.library.appendRaw(entry(9), testNow);
    expect(readFileSync(weekFile(folder), 'utf8')).toBe(`${torn}\n\n${formatRawEntry(entry(9))}`);
    expect(await idsOf(storage)).toEqual(idsFor(1, 2, 3, 9));
  });

  it.each([
    ['a file', (folder: string) => rmSync(weekFile(folder))],
    ['a folder', (folder: string) => rmSync(testPaths(folder).rawDir, { recursive: true })],
    [
      'the end of a file',
      (folder: string) => writeText(weekFile(folder), readFileSync(weekFile(folder), 'utf8').slice(0, 40)),
    ],
  ])('takes nothing back where %s is gone: it is named and printed again', async (_, remove) => {
    const { folder, storage, log } = await prepareLibrary();
    const before = readFileSync(weekFile(folder), 'utf8');
    remove(folder);
    await storage.library.takeInArchive();
    expect(await idsOf(storage)).toEqual(idsFor(1, 2, 3));
    expect(readFileSync(weekFile(folder), 'utf8')).toBe(before);
    expect(log.warnings.join()).toMatch(/printed again/u);
  });
});

describe('a text file that a person has changed', () => {
  const byHand = formatTopic([pair(1)]).replace('Answer 1', 'By hand');

  it('counts for nothing: it is kept aside and named before the next print replaces it', async () => {
    const { folder, storage, log } = await prepareLibrary();
    writeText(topicFile(folder), byHand);
    await capture(storage, 9);
    expect(readFileSync(topicFile(folder), 'utf8')).toBe(formatTopic([pair(1), pair(2), pair(9)]));
    expect(copiesIn(folder)).toEqual([byHand]);
    expect(log.warnings).toEqual([expect.stringMatching(/^text_file_changed: .*gpu\.txt/u)]);
    expect(await storage.inspect()).toEqual([
      {
        severity: 'warning',
        message: expect.stringMatching(/^Text files had been changed: .*library correct/u),
      },
    ]);
    rmSync(join(testPaths(folder).libraryDir, 'kept-aside'), { recursive: true });
    expect(await storage.inspect()).toEqual([]);
  });

  it('is kept aside at the next look, too, and where its topic goes', async () => {
    const { folder, storage } = await prepareLibrary();
    writeText(topicFile(folder), byHand);
    await storage.library.takeInArchive();
    expect(readFileSync(topicFile(folder), 'utf8')).toBe(formatTopic([pair(1), pair(2)]));
    writeText(topicFile(folder, 'disk'), byHand);
    await storage.library.retract({ qaIds: idsFor(3), now: testNow });
    expect(existsSync(topicFile(folder, 'disk'))).toBe(false);
    expect(copiesIn(folder)).toEqual([byHand, byHand]);
  });

  it('is none where the folder is named from another place', async () => {
    const { folder, storage } = await prepareLibrary();
    await storage.close();
    const log = testLog();
    await openIn(relative(process.cwd(), folder), { log });
    expect([copiesIn(folder), log.warnings]).toEqual([[], []]);
  });

  it('is kept aside where nothing tells what was printed', async () => {
    const { folder, storage } = await prepareLibrary();
    await storage.close();
    writeText(topicFile(folder), byHand);
    rmSync(join(testPaths(folder).libraryDir, '.printed.json'));
    await openIn(folder);
    expect(copiesIn(folder)).toContain(byHand);
  });
});

it('refuses the folder of another store in a sentence that names both, and prints nothing into it', async () => {
  const { folder, storage } = await prepareLibrary();
  await storage.close();
  const other = testFolder();
  const stranger = await openIn(other);
  await stranger.close();
  const manifest = join(testPaths(folder).libraryDir, '.printed.json');
  writeText(manifest, readFileSync(join(testPaths(other).libraryDir, '.printed.json'), 'utf8'));
  const open = () => openIn(folder);
  await expect(open()).rejects.toThrow(storage.id);
  await expect(open()).rejects.toThrow(stranger.id);
});

it('prints nothing when it is off', async () => {
  const folder = testFolder();
  const storage = await openIn(folder, { prints: 'off' });
  await capture(storage, 1);
  expect(existsSync(topicFile(folder))).toBe(false);
  expect((await storage.library.topics(1)).length).toBe(1);
});

it('prints on every host that keeps the library what any host writes', async () => {
  const shared = testFolder();
  const postgres = await testPostgres(shared);
  if (!postgres) return;
  const open = async (name: string, prints: 'here' | 'elsewhere' = 'here') => {
    const folder = join(shared, name);
    mkdirSync(folder, { recursive: true });
    const log = testLog();
    const paths = testPaths(folder);
    const storage: Storage = await openStorage({ paths, postgres, prints, log, now: () => testNow });
    onTestFinished(() => storage.close());
    const week = join(paths.rawDir, testWeek);
    const printed = () => (existsSync(week) ? readFileSync(week, 'utf8').split('--- QA ---').length - 1 : 0);
    return { ...storage, paths, log, printed };
  };
  const hosts = [await open('a'), await open('b')] as const;
  const bot = await open('c', 'elsewhere');
  for (const [at, { library }] of [...hosts, bot].entries()) await library.appendRaw(entry(at + 1), testNow);
  for (const { printed } of hosts) await expect.poll(printed, { timeout: 20_000 }).toBe(3);
  expect(existsSync(bot.paths.libraryDir)).toBe(false);
  expect(hosts.flatMap(({ log }) => log.warnings)).toEqual([]);
});

describe('the look at what waits', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is taken once at a time, so that the end waits for one look, however slow the store is', async () => {
    const answered = Promise.withResolvers<void>();
    let looks = 0;
    const print = () => {
      looks += 1;
      return answered.promise;
    };
    const printing = keepPrinting({ ...noPrinter, print }, true);
    await vi.advanceTimersByTimeAsync(60_000);
    const stopped = printing.stop();
    answered.resolve();
    await stopped;
    expect(looks).toBe(1);
  });
});
