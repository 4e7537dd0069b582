const secondsPerDay = 86_400;

/** The day that a call counts for, `2026-02-01`: from midnight to midnight UTC. */
export const usageDay = (time: Date): string => time.toISOString().slice(0, 10);

export const secondsToNextDay = (time: Date): number =>
  secondsPerDay - Math.floor((time.getTime() / 1_000) % secondsPerDay);
