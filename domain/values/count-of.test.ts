import { expect, it } from 'vitest';
import { countOf } from './count-of.ts';

it('names one thing in the singular, and none or several in the plural', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'topic'))).toEqual(['0 topics', '1 topic', '2 topics']);
  expect([0, 1, 2].map((count) => countOf(count, 'entry', 'entries'))).toEqual([
    '0 entries',
    '1 entry',
    '2 entries',
  ]);
});
