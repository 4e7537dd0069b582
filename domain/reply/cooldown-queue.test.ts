import { expect, it } from 'vitest';
import { freeFrom, mayWait, type Cooldown } from './cooldown-queue.ts';

const empty: Cooldown = { lastPostedAt: null, isAnswering: false, pause: 30_000 };
const now = 1_000_000;

it.each<[string, Partial<Cooldown>, number]>([
  ['at once where nobody has asked', {}, now],
  ['a pause after the last answer', { lastPostedAt: now - 10_000 }, now + 20_000],
  ['at once when the pause is over', { lastPostedAt: now - 40_000 }, now],
  ['soon again while another answer is made', { isAnswering: true }, now + 10_000],
])('a question may be answered %s', (_, over, at) => {
  expect(freeFrom({ ...empty, ...over }, now)).toBe(at);
});

it('waits ten minutes at most, and as one of twenty; who waits already keeps the place', () => {
  expect(mayWait(now + 600_000, now, 0)).toBe(true);
  expect(mayWait(now + 600_001, now, 0)).toBe(false);
  expect(mayWait(now + 1, now, 19)).toBe(true);
  expect(mayWait(now + 1, now, 20)).toBe(false);
  expect(mayWait(now + 1, now, null)).toBe(true);
});
