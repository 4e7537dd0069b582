import { expect, it } from 'vitest';
import { author, message } from '../../test/support/values/messages.ts';
import { testDatabase } from '../../test/support/storage/test-store.ts';
import { holdsErased, insertForgotten } from './retracted-and-erased.ts';

it('the last of several erasures counts, however precisely each line of forgotten.txt gives its time', async () => {
  const db = await testDatabase();
  const line = { userId: 'ben', entries: [] };
  await db.write(async (trx) => {
    await insertForgotten(trx, { ...line, erasedAt: '2026-02-01T00:00:00Z' });
    await insertForgotten(trx, { ...line, erasedAt: '2026-02-01T00:00:00.500000Z' });
  });
  const isErased = (createdAt: string) =>
    db.read((trx) => holdsErased(trx, [message(1, { author: author('ben'), createdAt })]));
  expect(await isErased('2026-02-01T00:00:00.400Z')).toBe(true);
  expect(await isErased('2026-02-01T00:00:00.600Z')).toBe(false);
});
