import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addPair, skipped } from '../../../test/support/storage/add-pair.ts';
import {
  entry,
  openIn,
  pair,
  testFolder,
  testNow,
  testPaths,
} from '../../../test/support/storage/test-store.ts';

describe('a roll back', () => {
  it('makes a former generation live as it was, and open for what it does not know', async () => {
    const folder = testFolder();
    const { library } = await openIn(folder);
    await library.appendRaw(entry(1), testNow);
    await addPair(library, pair(1), { slug: 'old' });
    const next = await library.openGeneration('run');
    await library.settle(next, [skipped(pair(1))]);
    await library.publish(next);
    await library.appendRaw(entry(2), testNow);
    await library.settle(next, [skipped(pair(2))]);

    await library.rollBack(1);
    expect(await library.liveGeneration()).toBe(1);
    expect(readdirSync(testPaths(folder).topicsDir)).toEqual(['old.txt']);
    expect((await library.unsettled(1)).map(({ qaId }) => qaId)).toEqual([pair(2).qaId]);
    expect(await addPair(library, pair(2))).toBe('changed');
    expect(await addPair(library, pair(3), { generation: next })).toBe('conflict');
    await library.rollBack(next);
    expect(await library.liveGeneration()).toBe(next);
  });

  it('to a rebuild or to nothing is refused in a sentence', async () => {
    const { library } = await openIn(testFolder());
    const next = await library.openGeneration('run');
    await expect(library.rollBack(next)).rejects.toMatchObject({ code: 'generation_not_published' });
    await expect(library.rollBack(77)).rejects.toMatchObject({ code: 'generation_unknown' });
    expect(await library.liveGeneration()).toBe(1);
  });
});

describe('a comparison', () => {
  it('is kept until the next one', async () => {
    const { library } = await openIn(testFolder());
    expect(await library.comparison()).toBeNull();
    const difference = { slug: 'gpu', change: 'new', added: [pair(1).qaId], removed: [], kept: 0 } as const;
    const kept = { generation: 2, live: 1, comparedAt: testNow.toISOString(), differences: [difference] };
    await library.saveComparison({ ...kept, generation: 3 });
    await library.saveComparison(kept);
    expect(await library.comparison()).toEqual(kept);
  });
});
