import { defineQuery } from '@temporalio/workflow';
import type { RefreshPace, Timed } from './timings.ts';

export interface RefreshInput extends Timed {
  readonly pace?: Partial<RefreshPace>;
  /** What continue-as-new passes to the next run. Everything else is in the store. */
  readonly carried?: { readonly counts: RefreshCounts };
}

/** `step`, `done`, `total` and `left` are those of the current phase, `changed` and `failed` those of the whole refresh. */
export const noRefreshProgress = { step: 'discover', done: 0, total: 0, changed: 0, failed: 0, left: 0 };

export type RefreshProgress = Readonly<typeof noRefreshProgress>;

export const refreshProgressQuery = defineQuery<RefreshProgress>('progress');

/** Sums over the steps that completed. Work of an attempt that died with its worker is in the store, but not counted here. */
export const noCounts = {
  /** Sources in the published index. */
  sources: 0,
  /** Files that were read. */
  read: 0,
  /** Pages that were requested. */
  fetched: 0,
  /** Files and pages whose text is new or has changed. */
  changed: 0,
  described: 0,
  modelCalls: 0,
  removed: 0,
  /** Sources that have an error now: `npx steward sources --failed` lists them. */
  rejected: 0,
  /** Failures during this refresh. */
  failed: 0,
};

export type RefreshCounts = Readonly<typeof noCounts>;

export interface RefreshResult extends RefreshCounts {
  readonly capturesStarted: number;
}
