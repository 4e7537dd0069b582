import { defineQuery } from '@temporalio/workflow';
import type { RefreshPace, Timed } from './timings.ts';
import type { StepProgress } from './operations.ts';

export interface RefreshInput extends Timed {
  readonly pace?: Partial<RefreshPace>;
  /** What continue-as-new passes to the next run. Everything else is in the store. */
  readonly carried?: { readonly counts: RefreshCounts };
}

/** `step`, `done`, `total` and `left` are those of the current phase, `changed` and `failed` those of the whole refresh. */
export interface RefreshProgress extends StepProgress {
  readonly changed: number;
  readonly failed: number;
  readonly left: number;
}

export const refreshProgressQuery = defineQuery<RefreshProgress>('progress');

/** Sums over the steps that completed. Work of an attempt that died with its worker is in the store, but not counted here. */
export interface RefreshCounts {
  /** Sources in the published index. */
  readonly sources: number;
  /** Files that were read. */
  readonly read: number;
  /** Pages that were requested. */
  readonly fetched: number;
  /** Files and pages whose text is new or has changed. */
  readonly changed: number;
  readonly described: number;
  readonly modelCalls: number;
  readonly removed: number;
  /** Sources that have an error now: `npx steward sources --failed` lists them. */
  readonly rejected: number;
  /** Failures during this refresh. */
  readonly failed: number;
}

export interface RefreshResult extends RefreshCounts {
  readonly capturesStarted: number;
}
