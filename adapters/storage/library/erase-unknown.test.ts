import { expect, it } from 'vitest';
import { openIn, testFolder } from '../../../test/support/storage/test-store.ts';
import { author, message, replyRecord } from '../../../test/support/values/messages.ts';

it('erasing an id of which nothing is kept only keeps out what comes in late; a vote alone is erased, too', async () => {
  const { erasure, library, records } = await openIn(testFolder());
  await records.insertReplyRecord(replyRecord('13'));
  await records.cacheDecision('key', '{}');
  const request = { userId: '4999', mayBeMistyped: true };
  expect(await erasure.erase(request)).toMatchObject({ entries: [], otherRows: 0, decisions: 0 });
  expect([...(await library.erasedSince()).keys()]).toEqual(['4999']);
  expect(await records.cachedDecisions(['key'])).toEqual(['{}']);
  const late = message(14, { author: author('4999'), createdAt: '2026-01-31T00:00:00.000Z' });
  await records.saveMessage(late, new Date('2036-01-01T00:00:00Z'));
  expect(await records.messages([late.id])).toEqual([]);
  await records.vote({ messageId: '13', userId: '4999', helpful: true, byTeam: false });
  expect(await erasure.erase(request)).toMatchObject({ replyRecords: 0, otherRows: 1, decisions: 1 });
  expect(await records.cachedDecisions(['key'])).toEqual([null]);
});

it.each([
  ['a second time', { mayBeMistyped: true }, 2],
  ['by the person', {}, 1],
])(
  'erasing an id drops the cached decisions %s, as the words behind them may have expired',
  async (_, how, times) => {
    const { erasure, records } = await openIn(testFolder());
    await records.cacheDecision('key', '{}');
    for (let at = 1; at <= times; at += 1) {
      expect(await records.cachedDecisions(['key'])).toEqual(['{}']);
      await erasure.erase({ userId: '4999', ...how });
    }
    expect(await records.cachedDecisions(['key'])).toEqual([null]);
  },
);

it('a person who is forgotten again when nothing of them came since holds up nobody', async () => {
  const { erasure, library, records } = await openIn(testFolder());
  await erasure.erase({ userId: '4999' });
  const since = await library.erasedSince();
  await records.unlessForgotten(async () => {
    await records.cacheDecision('key', '{}');
    expect(await erasure.erase({ userId: '4999' })).toMatchObject({ decisions: 0 });
    expect(await library.erasedSince()).toEqual(since);
    await records.insertReplyRecord(replyRecord('13'));
  });
  expect(await records.cachedDecisions(['key'])).toEqual(['{}']);
  await records.vote({ messageId: '13', userId: '4999', helpful: true, byTeam: false });
  expect(await erasure.erase({ userId: '4999' })).toMatchObject({ otherRows: 1, decisions: 1 });
});
