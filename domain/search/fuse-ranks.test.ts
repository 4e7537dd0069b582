import { expect, it } from 'vitest';
import { fuseRanks, fuseScores } from './fuse-ranks.ts';

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

it('what is far ahead in a ranking stays ahead of what is a little better in another', () => {
  const words = [
    { name: 'a', score: 0.9 },
    { name: 'b', score: 0.3 },
    { name: 'c', score: 0.2 },
  ];
  const vectors = [
    { name: 'b', score: 0.52 },
    { name: 'a', score: 0.5 },
    { name: 'd', score: 0.1 },
  ];
  expect(fuseScores([words, vectors])).toEqual(['a', 'b', 'c', 'd']);
  const far = Array.from({ length: 40 }, (_, at) => ({ name: `far ${at}`, score: 0.8 - at / 100 }));
  const ranking = fuseScores([far, vectors]);
  expect(ranking.slice(0, 3)).toEqual(['far 0', 'b', 'a']);
  expect(ranking.indexOf('far 30')).toBeGreaterThan(ranking.indexOf('far 5'));
});
