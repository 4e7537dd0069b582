import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../domain/values/content-hash.ts';
import type { Storage } from '../open-storage.ts';
import { addPair, firstOf } from '../../../test/support/storage/add-pair.ts';
import {
  entry,
  openIn,
  pair,
  testFolder,
  testNow,
  testPaths,
  writeText,
} from '../../../test/support/storage/test-store.ts';

const ids = (seconds: readonly number[]) => seconds.map((second) => pair(second).qaId);

async function integrate({ library }: Storage, second: number, slug = 'gpu', over = {}) {
  const generation = await library.liveGeneration();
  const written = await library.appendRaw(entry(second, over), testNow);
  return addPair(library, written, { slug, generation });
}

async function describeTopic({ library }: Storage, slug: string, text: string) {
  const generation = await library.liveGeneration();
  const hash = contentHash((await library.topic(generation, slug))?.text ?? '');
  await library.describe(generation, { slug, text, contentHash: hash });
}

async function prepared() {
  const folder = testFolder();
  const storage = await openIn(folder);
  await integrate(storage, 1);
  await integrate(storage, 2);
  await integrate(storage, 3, 'disk');
  await describeTopic(storage, 'gpu', 'Says what Question 1 says.');
  return { folder, storage };
}

const standing = async ({ library }: Storage, generation?: number) =>
  (await library.topics(generation ?? (await library.liveGeneration()))).flatMap(({ pairs }) =>
    pairs.map(({ qaId }) => qaId),
  );

/** All text files of the store, one after the other. */
const allText = (folder: string, part: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes(part) && path.endsWith('.txt') && statSync(join(folder, path)).isFile())
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');

describe('a retracted pair', () => {
  it('leaves its topic, its description and the ledger, and the archive keeps it', async () => {
    const { storage } = await prepared();
    const { library } = storage;
    const result = await library.retract({ qaIds: ids([1]), now: testNow });
    expect(result).toEqual({ qaIds: ids([1]), topics: ['gpu'] });
    expect(await standing(storage)).toEqual(ids([3, 2]));
    expect(await library.index(1)).not.toContain('Question 1');
    expect((await library.descriptions(1)).find(({ slug }) => slug === 'gpu')).toMatchObject({
      text: 'Question 2',
      pending: true,
    });
    expect((await library.ledger(1)).settled.get(pair(1).qaId)?.outcome).toBe('retracted');
    expect(await library.rawEntry(pair(1).qaId)).toMatchObject({ qaId: pair(1).qaId });
  });

  it('ends its failed capture', async () => {
    const { storage } = await prepared();
    const { library } = storage;
    const { qaId } = await library.appendRaw(entry(4), testNow);
    const failure = {
      workflowId: 'steward/capture/4',
      cause: 'model_refused',
      failedAt: testNow.toISOString(),
    };
    await library.saveFailedCapture({ ...failure, qaId });
    await library.retract({ qaIds: [qaId], now: testNow });
    expect(await library.failedCaptures()).toEqual([]);
  });

  it('takes an emptied topic and its entry in the index with it', async () => {
    const { storage } = await prepared();
    expect(await storage.library.retract({ qaIds: ids([3]), now: testNow })).toMatchObject({
      topics: ['disk'],
    });
    expect(await storage.library.index(1)).not.toContain('team:disk.txt');
  });

  it('is only listed by a dry run', async () => {
    const { folder, storage } = await prepared();
    const before = allText(folder, '');
    const result = await storage.library.retract({ qaIds: ids([1]), now: testNow, dryRun: true });
    expect(result.qaIds).toEqual(ids([1]));
    expect(allText(folder, '')).toBe(before);
    expect(await storage.library.retracted()).toEqual(new Set());
  });

  it('takes earlier captures of its conversation with it, and no others', async () => {
    const { storage } = await prepared();
    const { library } = storage;
    await library.appendRaw(entry(5, { conversationId: 'thread_1' }), testNow);
    await library.appendRaw(entry(6, { conversationId: 'thread_1' }), testNow);
    expect((await library.retract({ qaIds: ids([5]), now: testNow })).qaIds).toEqual(ids([1, 5]));
  });

  it('is not integrated by a step that decided before', async () => {
    const { storage } = await prepared();
    const { library } = storage;
    const written = await library.appendRaw(entry(4), testNow);
    const decided = firstOf('drivers', written);
    await library.retract({ qaIds: ids([4]), now: testNow });
    expect(await library.insert(decided)).toBe('conflict');
    await library.settle(1, [decided.settle]);
    expect((await library.ledger(1)).settled.get(written.qaId)?.outcome).toBe('retracted');
    expect(await standing(storage)).not.toContain(written.qaId);
  });

  it('is nothing that a rebuild has to settle, and leaves one that has taken it in', async () => {
    const { storage } = await prepared();
    const { library } = storage;
    const generation = await library.openGeneration('run');
    await addPair(library, pair(1), { slug: 'new', generation });
    await library.retract({ qaIds: ids([1, 2]), now: testNow });
    expect(await library.topics(generation)).toEqual([]);
    expect((await library.unsettled(generation)).map(({ qaId }) => qaId)).toEqual(ids([3]));
  });

  it('is in no former generation that somebody could go back to', async () => {
    const { storage } = await prepared();
    const { library } = storage;
    const generation = await library.openGeneration('run');
    await library.settle(
      generation,
      ids([1, 2, 3]).map((qaId) => ({ qaId, outcome: 'skipped', topic: null })),
    );
    expect(await library.publish(generation)).toEqual([]);
    await library.retract({ qaIds: ids([1]), now: testNow });
    expect(await standing(storage, 1)).toEqual(ids([3, 2]));
    expect(await library.index(1)).not.toContain('Question 1');
  });

  it.each([
    ['topics, archive and ledger', (path: string) => !path.includes('sqlite')],
    ['the database', (path: string) => path.includes('sqlite')],
  ])('stays retracted when a backup of %s is restored', async (_, isRestored) => {
    const { folder, storage } = await prepared();
    await storage.close();
    const backup = testFolder();
    cpSync(folder, backup, { recursive: true, verbatimSymlinks: true });
    const again = await openIn(folder);
    await again.library.retract({ qaIds: ids([1]), now: testNow });
    await again.close();
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (isRestored(path) && statSync(join(folder, path), { throwIfNoEntry: false })?.isFile()) {
        rmSync(join(folder, path));
      }
    }
    cpSync(backup, folder, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => statSync(from).isDirectory() || isRestored(from),
    });
    const restored = await openIn(folder);
    expect(await standing(restored)).toEqual(ids([3, 2]));
    expect(await restored.library.retracted()).toEqual(new Set(ids([1])));
    expect(readFileSync(join(testPaths(folder).libraryDir, 'retractions.txt'), 'utf8')).toContain(
      pair(1).qaId,
    );
  });
});

describe('an archive', () => {
  it('takes an edited conversation as a new entry, once', async () => {
    const { library } = await openIn(testFolder());
    await library.appendRaw(entry(1), testNow);
    const edited = entry(1, {
      turns: [
        { label: 'User', text: 'Q' },
        { label: 'Team', text: 'Other' },
      ],
    });
    const first = await library.appendRaw(edited, testNow, true);
    const second = await library.appendRaw(edited, testNow, true);
    expect(first.qaId).not.toBe(pair(1).qaId);
    expect(second).toEqual(first);
    expect(await library.appendRaw(entry(1), testNow)).toEqual(first);
  });

  it('says which line of retractions.txt cannot be read, and honours the others', async () => {
    const folder = testFolder();
    writeText(join(testPaths(folder).libraryDir, 'retractions.txt'), `nonsense\n${pair(1).qaId}\n`);
    const warnings: string[] = [];
    const log = { info: () => undefined, warn: (__: object, text: string) => void warnings.push(text) };
    const { library } = await openIn(folder, { log });
    expect(await library.retracted()).toEqual(new Set(ids([1])));
    expect(warnings.join('\n')).toMatch(/retractions\.txt:1/u);
  });
});
