import { expect, it } from 'vitest';
import { mayWait, turnIn, type Queue } from './cooldown-queue.ts';

const empty: Queue = { lastPostedAt: null, isAnswering: false, turnsAhead: [], pause: 30_000 };
const now = 1_000_000;

it.each<[string, Partial<Queue>, number]>([
  ['at once where nobody has asked', {}, now],
  ['a pause after the last answer', { lastPostedAt: now - 10_000 }, now + 20_000],
  ['at once when the pause is over', { lastPostedAt: now - 40_000 }, now],
  ['soon again while another answer is made', { isAnswering: true }, now + 10_000],
  ['a pause behind all who have waited longer', { turnsAhead: [now + 5_000, now + 35_000] }, now + 65_000],
  ['in a gap that is wide enough', { turnsAhead: [now + 90_000] }, now],
  ['behind the gap that is too narrow', { turnsAhead: [now + 20_000] }, now + 50_000],
])('a question has its turn %s', (_, over, turn) => {
  expect(turnIn({ ...empty, ...over }, now)).toBe(turn);
});

it('waits ten minutes at most, and as one of twenty; who waits already keeps the place', () => {
  expect(mayWait(now + 600_000, now, 0)).toBe(true);
  expect(mayWait(now + 600_001, now, 0)).toBe(false);
  expect(mayWait(now + 1, now, 19)).toBe(true);
  expect(mayWait(now + 1, now, 20)).toBe(false);
  expect(mayWait(now + 1, now, null)).toBe(true);
});
