/** Durations in milliseconds, except for counts. Tests pass smaller ones. */
export interface Timings {
  readonly generateTotal: number;
  readonly generateAttempts: number;
  readonly postTotal: number;
  readonly captureTotal: number;
  /** One step of descriptions, including its retries. */
  readonly describeTotal: number;
  readonly firstRetry: number;
  readonly longestRetry: number;
  readonly heartbeatTimeout: number;
  /** The longest time that a draft or pair waits for the team, whatever `discord.preview_expires_hours` says. */
  readonly longestReview: number;
  /** Between two searches for answers to look at again. */
  readonly recheckPause: number;
  /** A batch continues as new after this many windows, or earlier when Temporal suggests it. */
  readonly windowsPerRun: number;
}

const defaultTimings: Timings = {
  generateTotal: 30 * 60_000,
  generateAttempts: 5,
  postTotal: 2 * 3_600_000,
  captureTotal: 3 * 86_400_000,
  describeTotal: 20 * 60_000,
  firstRetry: 1_000,
  longestRetry: 10 * 60_000,
  heartbeatTimeout: 10_000,
  longestReview: 30 * 86_400_000,
  recheckPause: 10_000,
  windowsPerRun: 200,
};

export interface Timed {
  readonly timings?: Partial<Timings>;
}

export const timingsOf = (input: Timed | undefined): Timings => ({ ...defaultTimings, ...input?.timings });

export interface RefreshPace {
  /** A step of reading, fetching or describing ends after this time, and the next one continues. */
  readonly stepMilliseconds: number;
  /** A longer refresh publishes at this interval, so that the first index does not wait for the last page. */
  readonly publishMilliseconds: number;
  /** The run continues as new after this many steps of describing, or earlier when Temporal suggests it. */
  readonly stepsPerRun: number;
}

export const defaultRefreshPace: RefreshPace = {
  stepMilliseconds: 30_000,
  publishMilliseconds: 5 * 60_000,
  stepsPerRun: 1_000,
};

export interface RegenerationPace {
  /** A step ends after this many entries, or with the first entry that ends after `stepMilliseconds`. */
  readonly entriesPerStep: number;
  readonly stepMilliseconds: number;
  /** The run continues as new after this many steps of entries, or earlier when Temporal suggests it. */
  readonly stepsPerRun: number;
}

export const defaultRegenerationPace: RegenerationPace = {
  entriesPerStep: 50,
  stepMilliseconds: 10_000,
  stepsPerRun: 500,
};
