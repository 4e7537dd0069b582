const dayMilliseconds = 86_400_000;

export const hoursBefore = (time: Date, hours: number): Date => new Date(time.getTime() - hours * 3_600_000);

export const daysBefore = (time: Date, days: number): Date => hoursBefore(time, days * 24);

/** The UTC day that a call counts for, such as `2026-02-01`. */
export const usageDay = (time: Date): string => time.toISOString().slice(0, 10);

export const secondsToNextDay = (time: Date): number =>
  Math.ceil((dayMilliseconds - (time.getTime() % dayMilliseconds)) / 1_000);

/** The Monday of a time's week, in UTC. */
export const mondayOf = (time: Date): string => usageDay(daysBefore(time, (time.getUTCDay() + 6) % 7));

/** The ISO 8601 week of a time in UTC, such as `2026-W53`. Its year is that of the week's Thursday. */
export function isoWeekName(date: Date): string {
  const daysFromThursday = ((date.getUTCDay() + 6) % 7) - 3;
  const thursday = daysBefore(date, daysFromThursday);
  const year = thursday.getUTCFullYear();
  const dayOfYear = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayMilliseconds);
  return `${String(year).padStart(4, '0')}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`;
}

/** The day at the beginning of a time, like 2025-03-01; null for anything else. */
export function leadingDay(time: string | null | undefined): string | null {
  const day = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/u.exec(time ?? '')?.[0];
  // `Date` counts a 31st of February on.
  return day !== undefined && new Date(day).toISOString().startsWith(day) ? day : null;
}
