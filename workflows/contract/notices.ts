import type { Timings } from './timings.ts';

/** Nothing has to be said. */
export interface NoticesInput {
  readonly timings?: Partial<Timings>;
}

export interface NoticesResult {
  /** What the team was told of now. */
  readonly told: readonly string[];
}
