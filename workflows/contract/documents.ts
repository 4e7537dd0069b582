import { defineQuery } from '@temporalio/workflow';
import type { RefreshPace, Timed } from './timings.ts';
import type { StepProgress } from './operations.ts';

export interface RefreshInput extends Timed {
  readonly pace?: Partial<RefreshPace>;
  /** What a run that goes on as a new one hands over. Everything else stands in the store. */
  readonly carried?: { readonly counts: RefreshCounts };
}

/** Of the phase that runs; changed and failed of the whole refresh. */
export interface RefreshProgress extends StepProgress {
  readonly changed: number;
  readonly failed: number;
  readonly left: number;
}

export const refreshProgressQuery = defineQuery<RefreshProgress>('progress');

/** Sums over the steps that returned. A step that died with its worker is counted by what it left in the store. */
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
