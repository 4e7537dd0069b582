/** Durations in milliseconds, except for counts. Tests pass smaller ones. */
const defaultTimings = {
  generateTotal: 30 * 60_000,
  generateAttempts: 5,
  postTotal: 2 * 3_600_000,
  captureTotal: 3 * 86_400_000,
  /** One step of descriptions, including its retries. */
  describeTotal: 20 * 60_000,
  firstRetry: 1_000,
  longestRetry: 10 * 60_000,
  heartbeatTimeout: 10_000,
  /** The longest time that a draft or pair waits for the team, whatever `discord.preview_expires_hours` says. */
  longestReview: 30 * 86_400_000,
  /** Between two searches for answers to look at again. */
  recheckPause: 10_000,
  /** A batch continues as new after this many windows, or earlier when Temporal suggests it. */
  windowsPerRun: 200,
};

export type Timings = Readonly<typeof defaultTimings>;

export interface Timed {
  readonly timings?: Partial<Timings>;
}

export const timingsOf = (input: Timed | undefined): Timings => ({ ...defaultTimings, ...input?.timings });

export const defaultRefreshPace = {
  /** A step of reading, fetching or describing ends after this time, and the next one continues. */
  stepMilliseconds: 30_000,
  /** A longer refresh publishes at this interval, so that the first index does not wait for the last page. */
  publishMilliseconds: 5 * 60_000,
  /** The run continues as new after this many steps of describing, or earlier when Temporal suggests it. */
  stepsPerRun: 1_000,
};

export type RefreshPace = Readonly<typeof defaultRefreshPace>;

export const defaultRegenerationPace = {
  /** A step ends after this many entries, or with the first entry that ends after `stepMilliseconds`. */
  entriesPerStep: 50,
  stepMilliseconds: 10_000,
  /** The run continues as new after this many steps of entries, or earlier when Temporal suggests it. */
  stepsPerRun: 500,
};

export type RegenerationPace = Readonly<typeof defaultRegenerationPace>;
