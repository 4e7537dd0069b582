import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Library } from '../../../domain/ports/library.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
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

  const said = (qaId: QaId, approved: boolean, removals: readonly QaId[]) =>
    ({ qaId, approved, removals }) as const;
  const pairsOf = async (library: Library, generation: number) =>
    (await library.topic(generation, 'gpu'))?.pairs.map(({ qaId }) => qaId) ?? [];
  const [first, second, third] = [pair(1), pair(2), pair(3)];

  it('honours a yes to removals that was said since', async () => {
    const { library } = await openIn(testFolder());
    for (const number of [1, 2]) await library.appendRaw(entry(number), testNow);
    for (const one of [first, second]) await addPair(library, one);
    const next = await library.openGeneration('run');
    for (const one of [first, second]) await addPair(library, one, { generation: next });
    expect(await library.publish(next)).toEqual([]);
    await library.appendRaw(entry(3), testNow);
    await library.saveRemovalApproval(said(third.qaId, true, [first.qaId]));
    expect(await addPair(library, third, { generation: next, replaces: [first.qaId] })).toBe('changed');
    expect(await pairsOf(library, next)).toEqual([second.qaId, third.qaId]);
    await library.rollBack(1);
    expect(await pairsOf(library, 1)).toEqual([second.qaId]);
    expect((await library.unsettled(1)).map(({ qaId }) => qaId)).toEqual([third.qaId]);
  });

  it('puts back what a person did not want removed', async () => {
    const { library } = await openIn(testFolder());
    for (const number of [1, 2]) await library.appendRaw(entry(number), testNow);
    await addPair(library, first);
    await addPair(library, second, { replaces: [first.qaId] });
    const next = await library.openGeneration('run');
    await library.saveRemovalApproval(said(second.qaId, false, [first.qaId]));
    for (const one of [first, second]) await addPair(library, one, { generation: next });
    expect(await library.publish(next)).toEqual([]);
    await library.rollBack(1);
    expect(await pairsOf(library, 1)).toEqual([first.qaId, second.qaId]);
  });

  it('brings nothing back that was retracted, and forgets what was said for a retracted pair', async () => {
    const { library } = await openIn(testFolder());
    for (const number of [1, 2, 3]) await library.appendRaw(entry(number), testNow);
    for (const one of [first, second]) await addPair(library, one);
    const next = await library.openGeneration('run');
    await library.saveRemovalApproval(said(third.qaId, true, [first.qaId]));
    for (const one of [second, third]) await addPair(library, one, { generation: next });
    await library.settle(next, [skipped(first)]);
    expect(await library.publish(next)).toEqual([]);
    await library.retract({ qaIds: [second.qaId, third.qaId], now: testNow });
    await library.rollBack(1);
    expect(await pairsOf(library, 1)).toEqual([first.qaId]);
  });

  it('to a rebuild or to nothing is refused in a sentence', async () => {
    const { library } = await openIn(testFolder());
    const next = await library.openGeneration('run');
    await expect(library.rollBack(next)).rejects.toMatchObject({ code: 'generation_not_published' });
    await expect(library.rollBack(77)).rejects.toMatchObject({ code: 'generation_unknown' });
    expect(await library.liveGeneration()).toBe(1);
  });
});
