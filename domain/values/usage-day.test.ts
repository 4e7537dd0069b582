import { expect, it } from 'vitest';
import { secondsToNextDay, usageDay } from './usage-day.ts';

it('turns at midnight UTC', () => {
  expect(usageDay(new Date('2026-02-01T23:59:59.999Z'))).toBe('2026-02-01');
  expect(usageDay(new Date('2026-02-02T00:00:00Z'))).toBe('2026-02-02');
  expect(secondsToNextDay(new Date('2026-02-01T23:59:50Z'))).toBe(10);
  expect(secondsToNextDay(new Date('2026-02-02T00:00:00Z'))).toBe(86_400);
});
