import { expect, it, test } from 'vitest';
import { secondsToNextDay, usageDay, isoWeekName } from './time.ts';

it('turns at midnight UTC', () => {
  expect(usageDay(new Date('2026-02-01T23:59:59.999Z'))).toBe('2026-02-01');
  expect(usageDay(new Date('2026-02-02T00:00:00Z'))).toBe('2026-02-02');
  expect(secondsToNextDay(new Date('2026-02-01T23:59:50Z'))).toBe(10);
  expect(secondsToNextDay(new Date('2026-02-02T00:00:00Z'))).toBe(86_400);
});

test.each([
  ['2027-01-01T00:00:00Z', '2026-W53'],
  ['2024-12-30T00:00:00Z', '2025-W01'],
  ['2024-12-29T23:59:59.999Z', '2024-W52'],
  ['2026-01-01T12:00:00Z', '2026-W01'],
  ['2027-01-03T23:59:59.999Z', '2026-W53'],
  ['2027-01-04T00:00:00Z', '2027-W01'],
  ['2026-02-01T03:10:56Z', '2026-W05'],
  ['2021-01-03T00:00:00Z', '2020-W53'],
])('%s is in %s', (date, week) => {
  expect(isoWeekName(new Date(date))).toBe(week);
});

test('a week has seven days, and the weeks of 28 years follow each other', () => {
  const names = new Map<string, number>();
  for (let day = 0; day < 1461 * 7; day += 1) {
    const name = isoWeekName(new Date(Date.UTC(2024, 0, 1 + day)));
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  expect([...names.values()].every((days) => days === 7)).toBe(true);
  expect([...names.keys()]).toEqual([...names.keys()].toSorted());
});
