import { expect, it } from 'vitest';
import { highest } from './highest.ts';

it('is what sorting all of them gives, equal ones in the order of their numbers', () => {
  const scores = Float64Array.from({ length: 2_000 }, (_, at) => (at * 7_919) % 101);
  const ids = [...scores.keys()].toSorted((a, b) => ((a * 31) % 97) - ((b * 31) % 97));
  const sorted = ids.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  for (const limit of [0, 1, 100, 1_999, 5_000]) {
    expect(highest(ids, (id) => scores[id] ?? 0, limit)).toEqual(sorted.slice(0, limit));
  }
});
