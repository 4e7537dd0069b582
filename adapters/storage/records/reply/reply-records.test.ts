import { expect, it } from 'vitest';
import { openIn, testFolder } from '../../../../test/support/storage/test-store.ts';
import { replyRecord } from '../../../../test/support/values/messages.ts';

const erasedAt = new Date('2026-02-02T00:00:00Z');

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
