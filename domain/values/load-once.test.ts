import { expect, it } from 'vitest';
import { loadOnce } from './load-once.ts';

it('loads once for all callers, and again only after a failure', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('too many open files');
    return loads;
  });
  const together = await Promise.allSettled([load(), load()]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await load(), await load(), loads]).toEqual([2, 2, 2]);
});
