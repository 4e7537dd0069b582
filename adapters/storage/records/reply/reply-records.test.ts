import { expect, it } from 'vitest';
import { openIn, testFolder } from '../../../../test/support/storage/test-store.ts';
import { replyRecord } from '../../../../test/support/values/messages.ts';

const erasedAt = new Date('2026-02-02T00:00:00Z');
const before = { erasures: 0 };
const after = { erasures: 1 };
const unlimited = { usd: null, tokens: null, calls: null };
const call = {
  booking: '1',
  operation: 'reply',
  guildId: 'guild',
  userId: 'ben',
  questionId: '1',
  decision: 'LLMGateDecision',
  model: 'm',
  day: '2026-02-01',
  inputTokens: 90,
  outputTokens: 10,
  costUsd: null,
} as const;

it.each([
  ['the same', 0],
  ['an hour behind', -3_600_000],
  ['an hour ahead', 3_600_000],
])(
  'a row that rests on what was read before an erasure is not written, and is afterwards; clock %s',
  async (_, milliseconds) => {
    const folder = testFolder();
    const { records } = await openIn(folder, { now: () => erasedAt });
    const eraser = await openIn(folder, { now: () => new Date(erasedAt.getTime() + milliseconds) });
    await eraser.erasure.erase({ userId: 'anna' });
    await expect(records.insertReplyRecord(replyRecord('1'), before)).rejects.toMatchObject({
      code: 'person_forgotten',
      kind: 'transient',
    });
    expect(await records.replyRecord('1')).toBeNull();
    const row = replyRecord('1', { authorId: 'ben' });
    expect(await records.insertReplyRecord(row, after)).toBe(row);
  },
);

it('a row that was there before an erasure is found, whenever its conversation was read', async () => {
  const { records, erasure } = await openIn(testFolder(), { now: () => erasedAt });
  await records.insertReplyRecord(replyRecord('1', { authorId: 'ben', question: 'First?' }), before);
  await erasure.erase({ userId: 'anna' });
  const found = await records.insertReplyRecord(replyRecord('1', { question: 'Second?' }), before);
  expect(found).toMatchObject({ authorId: 'ben', question: 'First?' });
});

it('the calls that led to a row are settled if an erasure keeps it from being written, and count against its question no more', async () => {
  const { records, erasure } = await openIn(testFolder(), { now: () => erasedAt });
  const booked = await records.reserveUsage(call, unlimited);
  if (booked.outcome !== 'reserved') throw new Error('There is no limit.');
  await erasure.erase({ userId: 'anna' });
  const used = { inputTokens: 5, outputTokens: 1, costUsd: null };
  const settled = [{ id: booked.id, used, milliseconds: 7, error: null }];
  expect(await records.callsOf('1')).toHaveLength(1);
  await expect(records.insertReplyRecord(replyRecord('1'), { ...before, settled })).rejects.toThrow(
    'forgotten',
  );
  expect(await records.callsOf('1')).toEqual([]);
  const totals = await records.usageTotals({ day: call.day, userId: 'ben' });
  expect(totals).toMatchObject({ calls: 1, inputTokens: 5, outputTokens: 1 });
});

it('a held draft that an erasure has emptied takes no words again', async () => {
  const { records, erasure } = await openIn(testFolder(), { now: () => erasedAt });
  const createdAt = '2026-02-01T00:00:00.000Z';
  const { post } = replyRecord('1');
  await records.insertReplyRecord(replyRecord('1', { status: 'held', authorId: 'anna', createdAt }));
  await records.reviseHeld('1', { post, answer: 'Second' });
  expect(await records.replyRecord('1')).toMatchObject({ post, answer: 'Second' });
  await erasure.erase({ userId: 'anna' });
  await records.reviseHeld('1', { post, answer: 'Anna lives there.' });
  expect(await records.replyRecord('1')).toMatchObject({ post: null, answer: null });
});
