import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addPair, firstOf, skipped } from '../../../test/support/storage/add-pair.ts';
import {
  entry,
  openIn,
  pair,
  testFolder,
  testNow,
  testPaths,
} from '../../../test/support/storage/test-store.ts';

describe('a rebuild', () => {
  it('leaves the live generation alone until it is published, and keeps it afterwards', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder);
    await addPair(library, pair(1), { slug: 'old' });
    const next = await library.openGeneration('run');
    await addPair(library, pair(2), { slug: 'new', generation: next });
    expect(await library.liveGeneration()).toBe(1);
    expect(readdirSync(testPaths(folder).topicsDir)).toEqual(['old.txt']);

    expect(await library.publish(next)).toEqual([]);
    expect(await library.liveGeneration()).toBe(next);
    expect(readdirSync(testPaths(folder).topicsDir)).toEqual(['new.txt']);
    expect(await library.generations()).toMatchObject([
      { number: 1, live: false, building: false, topics: 1, pairs: 1 },
      { number: next, live: true, building: false, topics: 1, pairs: 1 },
    ]);
    expect(await library.index(1)).toContain('team:old.txt');
  });

  it('is found again by its owner with what it holds', async () => {
    const folder = testFolder();
    const next = await (await openIn(folder)).library.openGeneration('run');
    const { library } = await openIn(folder);
    await library.settle(next, [skipped(pair(1))]);
    expect(await library.openGeneration('run')).toBe(next);
    expect((await library.ledger(next)).settled.size).toBe(1);
  });

  it('of a dead owner is dropped when another one opens, and its number is not given again', async () => {
    const { library } = await openIn(testFolder());
    const dead = await library.openGeneration('dead');
    const next = await library.openGeneration('run');
    expect((await library.generations()).map(({ number }) => number)).toEqual([1, next]);
    expect(await library.insert(firstOf('gpu', pair(1), { generation: dead }))).toBe('conflict');
    await expect(library.topics(77)).rejects.toMatchObject({ code: 'generation_unknown' });
  });

  it('is not published while raw entries are not settled in it', async () => {
    const { library } = await openIn(testFolder());
    for (const second of [2, 1]) await library.appendRaw(entry(second), testNow);
    await library.settle(1, [skipped(pair(1)), skipped(pair(2))]);
    const next = await library.openGeneration('run');
    await library.settle(next, [skipped(pair(1))]);
    expect(await library.publish(next)).toEqual([pair(2).qaId]);
    expect(await library.liveGeneration()).toBe(1);
    await library.settle(next, [skipped(pair(2))]);
    expect(await library.publish(next)).toEqual([]);
  });

  it('may be published again by an attempt that does not know', async () => {
    const { library } = await openIn(testFolder());
    const next = await library.openGeneration('run');
    await library.publish(next);
    await library.appendRaw(entry(1), testNow);
    expect(await library.publish(next)).toEqual([]);
    expect(await library.liveGeneration()).toBe(next);
  });

  it('is dropped by discard, as often as it is asked; the live one and former ones never', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder);
    const dropped = await library.openGeneration('run');
    await library.discard(dropped);
    await library.discard(dropped);
    expect((await library.generations()).map(({ number }) => number)).toEqual([1]);
    const next = await library.openGeneration('run');
    await library.publish(next);
    for (const number of [1, next]) await library.discard(number);
    expect((await library.generations()).map(({ number }) => number)).toEqual([1, next]);
  });
});

describe('the floor', () => {
  it('settles everything up to it, in every generation', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder, { qaRawLastProcessedId: pair(2).qaId });
    for (const second of [1, 2, 3]) await library.appendRaw(entry(second), testNow);
    const next = await library.openGeneration('run');
    for (const generation of [1, next]) {
      expect((await library.unsettled(generation)).map(({ qaId }) => qaId)).toEqual([pair(3).qaId]);
    }
  });

  it('that is no qa_id stops the start in a sentence', async () => {
    await expect(openIn(testFolder(), { qaRawLastProcessedId: 'yesterday' })).rejects.toThrow(
      /kb\.qa_raw_last_processed_id is "yesterday", which is no qa_id/,
    );
  });
});
