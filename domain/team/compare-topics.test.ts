import { describe, expect, it } from 'vitest';
import { compareTopics, countChanges } from './compare-topics.ts';
import { qaIdFromTimestamp } from '../values/qa-id.ts';

const id = (second: number) => qaIdFromTimestamp(`2026-02-01T03:10:${String(second).padStart(2, '0')}Z`);
const topic = (slug: string, ...seconds: readonly number[]) => ({
  slug,
  pairs: seconds.map((second) => ({ qaId: id(second) })),
});

const live = [topic('cables', 1, 2), topic('drivers', 3), topic('gone', 4), topic('same', 5)];
const next = [topic('cables', 2, 3), topic('fresh', 6, 7), topic('same', 5)];

describe('the difference of two generations', () => {
  it('names every topic that differs, with what comes and goes, and leaves equal ones out', () => {
    expect(compareTopics(live, next)).toEqual([
      { slug: 'cables', change: 'changed', added: [id(3)], removed: [id(1)], kept: 1 },
      { slug: 'drivers', change: 'gone', added: [], removed: [id(3)], kept: 0 },
      { slug: 'fresh', change: 'new', added: [id(6), id(7)], removed: [], kept: 0 },
      { slug: 'gone', change: 'gone', added: [], removed: [id(4)], kept: 0 },
    ]);
  });

  it('counts a pair that changes its topic as moved, not as added or removed', () => {
    expect(countChanges(compareTopics(live, next))).toEqual({
      topicsNew: 1,
      topicsGone: 2,
      topicsChanged: 1,
      pairsAdded: 2,
      pairsRemoved: 2,
      pairsMoved: 1,
    });
  });

  it('is empty between equal generations', () => {
    expect(compareTopics(live, live)).toEqual([]);
  });
});
