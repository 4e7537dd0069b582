import { expect, it } from 'vitest';
import { mayBeRechecked } from '../../../../domain/reply/rests-on.ts';
import { openIn, testFolder } from '../../../../test/support/storage/test-store.ts';
import { replyRecord } from '../../../../test/support/values/messages.ts';

const erasedAt = new Date('2026-02-02T00:00:00Z');

it('a held draft that an erasure has emptied takes no words again', async () => {
  const { records, erasure } = await openIn(testFolder(), { now: () => erasedAt });
  const createdAt = '2026-02-01T00:00:00.000Z';
  const { post } = replyRecord('1');
  await records.insertReplyRecord(replyRecord('1', { status: 'held', authorId: 'anna', createdAt }));
  const draft = (answer: string) =>
    records.revise('1', (held) => (held.status === 'held' && held.post ? { post, answer } : null));
  await draft('Second');
  expect(await records.replyRecord('1')).toMatchObject({ post, answer: 'Second' });
  await erasure.erase({ userId: 'anna' });
  await draft('Anna lives there.');
  expect(await records.replyRecord('1')).toMatchObject({ post: null, answer: null });
});

it('a look at an answer is saved, unless the answer was taken back or erased meanwhile', async () => {
  const { records, erasure } = await openIn(testFolder(), { now: () => erasedAt });
  const restsOn = (hash: string) => ({ reader: 1, sources: [{ sourceId: 'kb:a.md', hashes: [hash] }] });
  const rechecked = { at: erasedAt.toISOString(), holds: true };
  for (const [id, authorId] of [
    ['1', 'anna'],
    ['2', 'ben'],
    ['3', 'chloe'],
  ] as const) {
    const posted = { status: 'answered', postedMessageIds: [`${id}0`], restsOn: restsOn('old') } as const;
    await records.insertReplyRecord(replyRecord(id, { ...posted, authorId }));
  }
  await erasure.erase({ userId: 'ben' });
  await records.revise('3', () => ({ status: 'removed' }));
  const look = { restsOn: restsOn('new'), rechecked };
  for (const id of ['1', '2', '3'])
    await records.revise(id, (posted) => (mayBeRechecked(posted) ? look : null));
  const rows = await Promise.all(['1', '2', '3'].map((id) => records.replyRecord(id)));
  expect(rows.map((row) => row?.rechecked)).toEqual([rechecked, undefined, undefined]);
  expect(rows[0]).toMatchObject({ restsOn: restsOn('new'), status: 'answered', postedMessageIds: ['10'] });
});
