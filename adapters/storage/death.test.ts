import fs, { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '../../domain/values/content-hash.ts';
import { parseIndexCache } from '../../domain/documents/index-cache.ts';
import { formatRawEntry, formatTopic } from '../../domain/team/qa-blocks.ts';
import { indexOf } from './documents/document-index.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { deathStep, dyingAt } from '../../test/support/storage/dying-at.ts';
import { addPair } from '../../test/support/storage/add-pair.ts';
import { copyFolder, isOnPostgres, openIn, testPostgres } from '../../test/support/storage/test-store.ts';
import {
  entry,
  pair,
  testFolder,
  testLog,
  testNow,
  testPaths,
  writeText,
} from '../../test/support/storage/test-store.ts';

// Order and halves are what is tested here; waiting for the disk makes it no different and much slower.
const { fsyncSync, fdatasyncSync } = fs;
beforeAll(() => {
  Object.assign(fs, { fsyncSync: () => undefined, fdatasyncSync: () => undefined });
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(fs, { fsyncSync, fdatasyncSync });
  syncBuiltinESMExports();
});

const now = () => testNow;
const open = async (folder: string, log = testLog()) =>
  openStorage({ paths: testPaths(folder), log, now, postgres: await testPostgres(folder) });

/** What an activity does, start to end; it is repeated from its beginning after a death. */
type Work = (storage: Storage) => Promise<unknown>;

async function integrate({ library }: Storage, second: number, removes: readonly number[]) {
  const generation = await library.liveGeneration();
  const { qaId } = await library.appendRaw(entry(second), testNow);
  if ((await library.ledger(generation)).settled.has(qaId)) return;
  await addPair(library, entry(second), { generation, replaces: removes.map((older) => pair(older).qaId) });
}

/** Pair 5 goes into a topic of its own, and pair 1 out of another. */
async function place({ library }: Storage) {
  const generation = await library.liveGeneration();
  const { qaId } = await library.appendRaw(entry(5), testNow);
  if ((await library.ledger(generation)).settled.has(qaId)) return;
  const [gpu, fans] = [await library.topic(generation, 'gpu'), await library.topic(generation, 'fans')];
  const left = gpu?.pairs.filter((one) => one.qaId !== pair(1).qaId) ?? [];
  await library.insert({
    generation,
    settle: { qaId, outcome: 'integrated', topic: 'fans' },
    rewrites: [
      { slug: 'gpu', expectedVersion: gpu?.version ?? null, pairs: left },
      { slug: 'fans', expectedVersion: fans?.version ?? null, pairs: [pair(5)] },
    ],
    captured: 0,
  });
}

const works: Readonly<Record<string, Work>> = {
  'an append': ({ library }) => library.appendRaw(entry(5), testNow),
  'an integration that replaces a pair': (storage) => integrate(storage, 5, [1]),
  'an entry that takes its place in two topics': place,
  'a description': async ({ library }) => {
    const topic = await library.topic(1, 'gpu');
    await library.describe(1, {
      slug: 'gpu',
      text: 'About GPUs.',
      contentHash: contentHash(topic?.text ?? ''),
    });
  },
  'a rebuild and its publication': async ({ library }) => {
    const live = await library.liveGeneration();
    const generation = live === 2 ? live : await library.openGeneration('run');
    await library.settle(generation, [{ qaId: entry(1).qaId, outcome: 'skipped', topic: null }]);
    await library.publish(generation);
  },
  'a discarded rebuild': async ({ library }) => library.discard(await library.openGeneration('run')),
  'the publication of a document index': async ({ documentIndex }) => {
    const record = {
      source_type: 'file',
      content_hash: 'x',
      summary_text: 'New.',
      last_indexed_at: testNow.toISOString(),
      summary_pending: false,
      file: { rel_path: 'a.md', size_bytes: 1, mtime_ns: 1n },
    } as const;
    await documentIndex.publish({
      schema_version: 1,
      generated_at: testNow.toISOString(),
      sources: { 'kb:a.md': record },
    });
  },
};

/** A library with one pair, made once and copied. */
async function prepared(): Promise<string> {
  const folder = testFolder();
  const storage = await open(folder);
  await integrate(storage, 1, []);
  await storage.close();
  return folder;
}

async function copyOf(folder: string): Promise<string> {
  const copy = testFolder();
  await copyFolder(folder, copy);
  return copy;
}

/** Every file but the database and temporary ones, with what differs from run to run left out. */
function filesOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/sqlite|\.printed\.json$/.test(path) && statSync(join(folder, path)).isFile(),
  );
  return Object.fromEntries(
    paths.map((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      return [path, text.replaceAll(/"mtime_ns": \d+/g, '"mtime_ns"')];
    }),
  );
}

async function expectConsistent({ library }: Storage, folder: string, warnings: readonly string[]) {
  expect(warnings.filter((warning) => !warning.startsWith('text_file_missing'))).toEqual([]);
  const live = await library.liveGeneration();
  const settled = (await library.ledger(live)).settled;
  const raw = (await library.rawEntries()).map(({ qaId }) => qaId);
  const standing = (await library.topics(live)).flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId));
  expect(raw).toEqual(expect.arrayContaining(standing));
  expect([...settled.keys()]).toEqual(expect.arrayContaining(standing));
  expect(raw).toContain(entry(1).qaId);
  for (const [index, cache] of [
    [testPaths(folder).teamIndex, testPaths(folder).teamIndexCache],
    [testPaths(folder).documentIndex, testPaths(folder).documentIndexCache],
  ] as const) {
    if (!existsSync(cache)) continue;
    const parsed = parseIndexCache(readFileSync(cache, 'utf8')).cache;
    expect(readFileSync(index, 'utf8')).toBe(parsed && indexOf(parsed));
  }
}

/** Runs `attempt` with a death at its first operation, its second, and so on, until it ends without one. */
async function atEachOperation(attempt: (n: number) => Promise<number>): Promise<number> {
  let n = 1;
  while ((await attempt(n)) === n) n += deathStep;
  return n;
}

/** A library before some work, and the files that it has after. */
async function withWork(work: Work) {
  const before = await prepared();
  const undisturbed = await copyOf(before);
  const whole = await open(undisturbed);
  await work(whole);
  await whole.close();
  return { before, expected: filesOf(undisturbed) };
}

describe.each(Object.entries(works))('a death in %s', (_, work) => {
  it('at any statement and any file operation is made good by the next start and the same call again', async () => {
    const { before, expected } = await withWork(work);
    const folder = testFolder();
    const deaths = await atEachOperation(async (n) => {
      await copyFolder(before, folder);
      const storage = await open(folder);
      const reached = await dyingAt(n, async () => void (await work(storage)));
      await storage.close();
      const log = testLog();
      const again = await open(folder, log);
      await expectConsistent(again, folder, log.warnings);
      await work(again);
      await expectConsistent(again, folder, log.warnings);
      await again.close();
      expect(filesOf(folder)).toEqual(expected);
      return reached;
    });
    expect(deaths).toBeGreaterThan(8);
  });
});

// What a running process makes good is the same on PostgreSQL as what the next start does.
describe
  .skipIf(isOnPostgres())
  .each(
    [
      'an append',
      'an integration that replaces a pair',
      'an entry that takes its place in two topics',
      'a rebuild and its publication',
    ].map((name) => [name, works[name] as Work] as const),
  )('a death in %s', (_, work) => {
  it('at any statement and any file operation is made good by a running process: the same call, then any change', async () => {
    const { before, expected } = await withWork(work);
    const folder = testFolder();
    const deaths = await atEachOperation(async (n) => {
      await copyFolder(before, folder);
      const log = testLog();
      const [storage, other] = [await open(folder), await open(folder, log)];
      const reached = await dyingAt(n, async () => void (await work(storage)));
      await storage.close();
      await work(other);
      await other.library.settle(await other.library.liveGeneration(), []);
      await expectConsistent(other, folder, log.warnings);
      await other.close();
      expect(filesOf(folder)).toEqual(expected);
      return reached;
    });
    expect(deaths).toBeGreaterThan(8);
  });
});

describe.skipIf(isOnPostgres())('a death in the adoption of a Python library', () => {
  it(
    'at any statement and any file operation is made good by the same import again',
    { timeout: 60_000 },
    async () => {
      const root = testFolder();
      const raw = [1, 2].map((second) => formatRawEntry(entry(second)));
      writeText(join(root, 'raw/2026-W05.txt'), raw.join('\n'));
      writeText(join(root, 'topics/GPU Help.txt'), formatTopic([pair(1)]));
      writeText(join(root, 'state.json'), JSON.stringify({ last_processed_qa_id: pair(1).qaId }));
      const adopt = async (folder: string, opened: Storage[] = []) => {
        const filling = await openIn(folder, { now, prints: 'off', adopts: true });
        opened.push(filling);
        await filling.adopt(root);
        await filling.close();
        await (await open(folder)).close();
      };
      const undisturbed = testFolder();
      await adopt(undisturbed);

      const folder = testFolder();
      const deaths = await atEachOperation(async (n) => {
        await copyFolder(testFolder(), folder);
        const opened: Storage[] = [];
        const reached = await dyingAt(n, () => adopt(folder, opened));
        for (const filling of opened) await filling.close();
        await adopt(folder);
        const log = testLog();
        const again = await open(folder, log);
        await expectConsistent(again, folder, log.warnings);
        await again.close();
        expect(filesOf(folder)).toEqual(filesOf(undisturbed));
        return reached;
      });
      expect(deaths).toBeGreaterThan(30);
    },
  );
});
