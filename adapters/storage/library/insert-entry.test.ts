import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Library, Insertion } from '../../../domain/ports/library.ts';
import { parseTopic } from '../../../domain/team/qa-blocks.ts';
import { addPair, firstOf, skipped } from '../../../test/support/storage/add-pair.ts';
import {
  entry,
  openIn,
  pair,
  testFolder,
  testNow,
  testPaths,
} from '../../../test/support/storage/test-store.ts';

const topicFile = (folder: string) => join(testPaths(folder).topicsDir, 'gpu.txt');

/** Pair 1 stands in `gpu`, and pair 2 is about to follow. */
async function openWithOne() {
  const folder = testFolder();
  const { library } = await openIn(folder);
  for (const second of [1, 2, 3]) await library.appendRaw(entry(second), testNow);
  await library.insert(firstOf('gpu', pair(1)));
  const version = (await library.topic(1, 'gpu'))?.version ?? null;
  return { folder, library, version };
}

function placement(second: number, expectedVersion: string | null, over: Partial<Insertion> = {}): Insertion {
  const pairs = Array.from({ length: second }, (_, at) => pair(at + 1));
  return {
    generation: 1,
    settle: { qaId: pair(second).qaId, outcome: 'integrated', topic: 'gpu' },
    rewrites: [{ slug: 'gpu', expectedVersion, pairs }],
    captured: 0,
    ...over,
  };
}

const idsIn = async (library: Library, slug = 'gpu') =>
  (await library.topic(1, slug))?.pairs.map(({ qaId }) => qaId) ?? [];

it('writes the topic and settles the entry', async () => {
  const { library, version } = await openWithOne();
  expect(await library.insert(placement(2, version))).toBe('changed');
  expect(await idsIn(library)).toEqual([pair(1).qaId, pair(2).qaId]);
  expect((await library.ledger(1)).settled.get(pair(2).qaId)).toEqual(placement(2, version).settle);
});

it('conflicts when the topic is no longer the one that was read', async () => {
  const { library, version } = await openWithOne();
  await addPair(library, pair(9));
  expect(await library.insert(placement(2, version))).toBe('conflict');
  expect(await idsIn(library)).toEqual([pair(1).qaId, pair(9).qaId]);
});

it('conflicts when a topic that was to be opened is there already', async () => {
  const { library } = await openWithOne();
  expect(await library.insert(placement(2, null))).toBe('conflict');
  expect(await idsIn(library)).toEqual([pair(1).qaId]);
});

it('conflicts when any of the topics that it writes has changed, and writes none', async () => {
  const { library, version } = await openWithOne();
  const fans = { slug: 'fans', expectedVersion: 'of a topic that is gone', pairs: [pair(2)] };
  const rewrites = [{ slug: 'gpu', expectedVersion: version, pairs: [] }, fans];
  expect(await library.insert(placement(2, version, { rewrites }))).toBe('conflict');
  expect([await idsIn(library), await idsIn(library, 'fans')]).toEqual([[pair(1).qaId], []]);
});

it('conflicts when another capture of the conversation was settled since', async () => {
  const { library, version } = await openWithOne();
  const { qaId } = await library.appendRaw(entry(7, { conversationId: 'thread_2' }), testNow);
  await library.settle(1, [{ qaId, outcome: 'integrated', topic: 'fans' }]);
  expect(await library.insert(placement(2, version))).toBe('conflict');
});

it('conflicts when the entry itself is settled', async () => {
  const { library, version } = await openWithOne();
  expect(await library.insert(placement(1, version))).toBe('conflict');
});

it('puts the oldest first in the file, whatever the order it is given', async () => {
  const { folder, library, version } = await openWithOne();
  const rewrites = [{ slug: 'gpu', expectedVersion: version, pairs: [pair(2), pair(1)] }];
  await library.insert(placement(2, version, { rewrites }));
  const { pairs } = parseTopic(readFileSync(topicFile(folder), 'utf8'));
  expect(pairs).toEqual([pair(1), pair(2)]);
});

it('takes an emptied topic away, with its file, its entry in the index and its description', async () => {
  const { folder, library, version } = await openWithOne();
  const settle = { qaId: pair(2).qaId, outcome: 'integrated', topic: 'fans' } as const;
  const rewrites = [
    { slug: 'gpu', expectedVersion: version, pairs: [] },
    { slug: 'fans', expectedVersion: null, pairs: [pair(2)] },
  ];
  await library.insert(placement(2, version, { rewrites, settle }));
  expect(readdirSync(testPaths(folder).topicsDir)).toEqual(['fans.txt']);
  expect(await library.index(1)).toBe('team:fans.txt\nQuestion 2\n');
  expect(await library.descriptions(1)).toMatchObject([{ slug: 'fans' }]);
});

it('refuses a name that is no slug, in a sentence', async () => {
  const { library } = await openIn(testFolder());
  await expect(library.insert(firstOf('../../x', pair(1)))).rejects.toMatchObject({
    name: 'PortError',
    code: 'topic_name_invalid',
  });
  expect((await library.ledger(1)).settled.size).toBe(0);
  expect(await library.topic(1, '../../../steward')).toBeNull();
});

it('conflicts in a generation that is neither live nor being built', async () => {
  const { library } = await openIn(testFolder());
  await library.publish(await library.openGeneration('run'));
  expect(await addPair(library, pair(1))).toBe('conflict');
  await expect(library.settle(1, [skipped(pair(1))])).rejects.toMatchObject({
    kind: 'transient',
    code: 'generation_closed',
  });
});
