const secondsPerDay = 86_400;

/** The day that a call counts for, `2026-02-01`: from midnight to midnight UTC. */
export const usageDay = (time: Date): string => time.toISOString().slice(0, 10);

export const secondsToNextDay = (time: Date): number =>
  secondsPerDay - Math.floor((time.getTime() / 1_000) % secondsPerDay);

const dayMilliseconds = 86_400_000;

/** The day on which a moment's week begins, in UTC. */
export const mondayOf = (time: Date): string =>
  usageDay(new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * dayMilliseconds));

/** The ISO 8601 week of a moment in UTC, such as `2026-W53`. The year is the week's: that of its Thursday. */
export function isoWeekName(date: Date): string {
  const daysFromThursday = ((date.getUTCDay() + 6) % 7) - 3;
  const thursday = new Date(date.getTime() - daysFromThursday * dayMilliseconds);
  const year = thursday.getUTCFullYear();
  const dayOfYear = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayMilliseconds);
  return `${String(year).padStart(4, '0')}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`;
}
