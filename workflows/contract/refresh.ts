import { defineQuery } from '@temporalio/workflow';
import type { Progress } from './progress.ts';
import type { Timings } from './timings.ts';

export const refreshProgressQuery = defineQuery<RefreshProgress>('progress');

export interface RefreshPace {
  /** A step of reading, fetching or describing ends after this time, and the next one goes on. */
  readonly stepMilliseconds: number;
  /** A description that takes longer publishes in between, so that the first index does not wait for the last page. */
  readonly publishMilliseconds: number;
  /** The run goes on as new after so many steps of describing, or when Temporal suggests it: earlier by default. */
  readonly stepsPerRun: number;
}

export const defaultRefreshPace: RefreshPace = {
  stepMilliseconds: 30_000,
  publishMilliseconds: 5 * 60_000,
  stepsPerRun: 1_000,
};

export interface RefreshInput {
  readonly timings?: Partial<Timings>;
  readonly pace?: Partial<RefreshPace>;
  /** What a run that goes on as a new one hands over. Everything else stands in the store. */
  readonly carried?: { readonly counts: RefreshCounts };
}

/** What the `progress` query of a refresh answers, of the phase that runs; changed and failed of the whole refresh. */
export interface RefreshProgress extends Progress {
  readonly changed: number;
  readonly failed: number;
  readonly left: number;
}

/** What the steps that were heard of have done: a step that died with its worker is counted by what was left of it. */
export interface RefreshCounts {
  /** In the index. */
  readonly sources: number;
  /** Files that were read. */
  readonly read: number;
  /** Pages that were asked for. */
  readonly fetched: number;
  /** Of both, those whose text was new or another one. */
  readonly changed: number;
  readonly described: number;
  readonly modelCalls: number;
  readonly removed: number;
  /** Sources with an error now: `npx steward sources --failed` lists them. */
  readonly rejected: number;
  /** What failed in this refresh. */
  readonly failed: number;
}

export interface RefreshResult extends RefreshCounts {
  readonly capturesStarted: number;
}
