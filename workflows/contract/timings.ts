/** Milliseconds. Tests pass smaller ones; the numbers are DESIGN.md's section 3. */
export interface Timings {
  readonly generateTotal: number;
  readonly generateAttempts: number;
  readonly postTotal: number;
  /** A member who asked directly hears within a minute and a half: the quiet window and the post take the rest. */
  readonly longestSilence: number;
  readonly captureTotal: number;
  /** Of one step of descriptions, its retries included. */
  readonly describeTotal: number;
  readonly firstRetry: number;
  readonly longestRetry: number;
  readonly heartbeatTimeout: number;
  /** How long a draft waits for the team at most, whatever `discord.preview_expires_hours` says. */
  readonly longestReview: number;
  /** No time: an author's batch goes on as new after this many windows, or earlier when Temporal suggests it. */
  readonly windowsPerRun: number;
}

const defaultTimings: Timings = {
  generateTotal: 30 * 60_000,
  generateAttempts: 5,
  postTotal: 2 * 3_600_000,
  longestSilence: 80_000,
  captureTotal: 3 * 86_400_000,
  describeTotal: 20 * 60_000,
  firstRetry: 1_000,
  longestRetry: 10 * 60_000,
  heartbeatTimeout: 10_000,
  longestReview: 30 * 86_400_000,
  windowsPerRun: 200,
};

/** Every input may name its own. */
export interface Timed {
  readonly timings?: Partial<Timings>;
}

/** The timings of a run: the defaults, and what its input says otherwise. */
export const timingsOf = (input: Timed | undefined): Timings => ({ ...defaultTimings, ...input?.timings });

export interface RefreshPace {
  /** A step of reading, fetching or describing ends after this time, and the next one goes on. */
  readonly stepMilliseconds: number;
  /** What takes longer publishes in between, so that the first index does not wait for the last page. */
  readonly publishMilliseconds: number;
  /** The run goes on as new after this many steps of describing, or earlier when Temporal suggests it. */
  readonly stepsPerRun: number;
}

export const defaultRefreshPace: RefreshPace = {
  stepMilliseconds: 30_000,
  publishMilliseconds: 5 * 60_000,
  stepsPerRun: 1_000,
};

export interface RegenerationPace {
  /** A step of entries ends after this many of them, */
  readonly entriesPerStep: number;
  /** or with the entry that was being settled when this much time had passed. */
  readonly stepMilliseconds: number;
  /** The run goes on as new after this many steps of entries, or earlier when Temporal suggests it. */
  readonly stepsPerRun: number;
}

export const defaultRegenerationPace: RegenerationPace = {
  entriesPerStep: 50,
  stepMilliseconds: 10_000,
  stepsPerRun: 500,
};
