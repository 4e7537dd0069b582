/** Milliseconds. Tests pass smaller ones; the numbers are DESIGN.md's section 3. */
export interface Timings {
  readonly generateTotal: number;
  readonly generateAttempts: number;
  readonly postTotal: number;
  readonly captureTotal: number;
  /** Of one step of descriptions, its retries included. */
  readonly describeTotal: number;
  readonly firstRetry: number;
  readonly longestRetry: number;
  readonly heartbeatTimeout: number;
  /** How long a draft waits for the team at most, whatever `discord.preview_expires_hours` says. */
  readonly longestReview: number;
}

export const defaultTimings: Timings = {
  generateTotal: 30 * 60_000,
  generateAttempts: 5,
  postTotal: 2 * 3_600_000,
  captureTotal: 3 * 86_400_000,
  describeTotal: 20 * 60_000,
  firstRetry: 1_000,
  longestRetry: 10 * 60_000,
  heartbeatTimeout: 10_000,
  longestReview: 30 * 86_400_000,
};
