import { expect, it } from 'vitest';
import { openIn, testFolder } from '../../../test/support/storage/test-store.ts';
import { author, message, replyRecord } from '../../../test/support/values/messages.ts';

it('erasing an id of which nothing is kept drops the cached decisions, whose words may have expired, and keeps out what comes in late', async () => {
  const { erasure, library, records } = await openIn(testFolder());
  await records.insertReplyRecord(replyRecord('13'));
  await records.cacheDecision('key', '{}');
  expect(await erasure.erase({ userId: '4999' })).toMatchObject({ entries: [], isKnown: false });
  expect([...(await library.erasedSince()).keys()]).toEqual(['4999']);
  expect(await records.cachedDecisions(['key'])).toEqual([null]);
  const late = message(14, { author: author('4999'), createdAt: '2026-01-31T00:00:00.000Z' });
  await records.saveMessage(late, new Date('2036-01-01T00:00:00Z'));
  expect(await records.messages([late.id])).toEqual([]);
});

it('a person who is forgotten again when nothing of them came since holds up nobody', async () => {
  const { erasure, library, records } = await openIn(testFolder());
  await erasure.erase({ userId: '4999' });
  const since = await library.erasedSince();
  await records.unlessForgotten(async () => {
    await records.cacheDecision('key', '{}');
    expect(await erasure.erase({ userId: '4999' })).toMatchObject({ isKnown: false });
    expect(await library.erasedSince()).toEqual(since);
    await records.insertReplyRecord(replyRecord('13'));
  });
  expect(await records.cachedDecisions(['key'])).toEqual(['{}']);
  await records.vote({ messageId: '13', userId: '4999', helpful: true, byTeam: false });
  expect(await erasure.erase({ userId: '4999' })).toMatchObject({ isKnown: true });
  expect(await records.cachedDecisions(['key'])).toEqual([null]);
});
