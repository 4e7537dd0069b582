import { expect, it } from 'vitest';
import { isByMeaningAlone } from './search.ts';

it('search tells when no source has a word of the query, and only meaning led to what it lists', () => {
  expect(isByMeaningAlone([{ likeness: 0 }, { likeness: 0 }])).toBe(true);
  expect(isByMeaningAlone([{ likeness: 0.2 }, { likeness: 0 }])).toBe(false);
  expect(isByMeaningAlone([])).toBe(false);
});
