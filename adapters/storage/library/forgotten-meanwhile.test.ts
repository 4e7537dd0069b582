import { expect, it } from 'vitest';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { entry, openIn, testFolder, testNow } from '../../../test/support/storage/test-store.ts';
import { replyRecord } from '../../../test/support/values/messages.ts';
import type { Storage } from '../open-storage.ts';

const call = {
  booking: '1',
  operation: 'reply',
  questionId: '1',
  decision: 'LLMGateDecision',
  model: 'm',
  day: '2026-02-01',
  inputTokens: 90,
  outputTokens: 10,
  costUsd: null,
} as const;

/** What a step writes, and how much of it is there. */
const writes = {
  'the row of a reply': {
    write: ({ records }: Storage) => records.insertReplyRecord(replyRecord('1', { authorId: 'ben' })),
    count: async ({ records }: Storage) => ((await records.replyRecord('1')) ? 1 : 0),
  },
  'a raw entry': {
    write: ({ library }: Storage) => library.appendRaw(entry(2), testNow),
    count: async ({ library }: Storage) => (await library.rawEntries()).length - 1,
  },
  'a cached decision': {
    write: ({ records }: Storage) => records.cacheDecision('key', '{}'),
    count: async ({ records }: Storage) => (await records.cachedDecisions(['key'])).filter(Boolean).length,
  },
  'a topic': {
    write: ({ library }: Storage) => addPair(library, entry(1), { slug: 'gpu', generation: 1 }),
    count: async ({ library }: Storage) => (await library.topics(1)).length,
  },
};

it.each(
  Object.entries(writes).flatMap(([what, made]) =>
    ([0, -3_600_000, 3_600_000] as const).map((behind) => ({ what, behind, ...made })),
  ),
)(
  '$what that rests on what was read before somebody was forgotten is not written, and is afterwards; the clock of who forgets is $behind ms off',
  async ({ write, count, behind }) => {
    const folder = testFolder();
    const storage = await openIn(folder, { now: () => testNow });
    const other = await openIn(folder, { now: () => new Date(testNow.getTime() + behind) });
    await storage.library.appendRaw(entry(1), testNow);
    const late = storage.records.unlessForgotten(async () => {
      await other.erasure.erase({ userId: 'anna' });
      return write(storage);
    });
    await expect(late).rejects.toMatchObject({ code: 'person_forgotten', kind: 'transient' });
    expect(await count(storage)).toBe(0);
    await storage.records.unlessForgotten(async () => write(storage));
    expect(await count(storage)).toBe(1);
  },
);

it('the calls of an attempt that somebody’s being forgotten ends count for the day, and not against its question', async () => {
  const { records, erasure } = await openIn(testFolder());
  await records.reserveUsage(call, { usd: null, tokens: null, calls: null });
  expect(await records.callsOf('1')).toHaveLength(1);
  await erasure.erase({ userId: 'anna' });
  expect(await records.callsOf('1')).toEqual([]);
  expect(await records.usageTotals({ day: call.day })).toMatchObject({ calls: 1 });
});
