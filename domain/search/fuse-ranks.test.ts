import { expect, it } from 'vitest';
import { fuseRanks } from './fuse-ranks.ts';

it('what stands high in both rankings comes before what one has first and the other not at all', () => {
  expect(
    fuseRanks([
      ['a', 'b', 'c'],
      ['d', 'b', 'c'],
    ]),
  ).toEqual(['b', 'c', 'a', 'd']);
});

it('one ranking stays as it is', () => {
  expect(fuseRanks([['b', 'a'], []])).toEqual(['b', 'a']);
});
