import { expect, it } from 'vitest';
import { inSequence } from './in-sequence.ts';

it('work of one key is done one after the other, also behind one that fails; another key does not wait', async () => {
  const owner = {};
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = inSequence(owner, 'gpu', async () => {
    await first.promise;
    throw new Error('no model');
  });
  const second = inSequence(owner, 'gpu', async () => void done.push('gpu'));
  await inSequence(owner, 'disk', async () => void done.push('disk'));
  await inSequence({}, 'gpu', async () => void done.push('of another store'));
  expect(done).toEqual(['disk', 'of another store']);
  first.resolve();
  await expect(failing).rejects.toThrow('no model');
  await second;
  expect(done).toEqual(['disk', 'of another store', 'gpu']);
});
