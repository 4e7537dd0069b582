import { defineSignal } from '@temporalio/workflow';
import type { ModelUsage } from '../../domain/operations/model-usage.ts';
import type { TopicChangeCounts } from '../../domain/team/compare-topics.ts';
import type { Progress } from './progress.ts';
import type { Timings } from './timings.ts';

/** To a regeneration: no step begins until `resume`. The step that runs ends first, see `RegenerationPace`. */
export const pauseRegeneration = defineSignal('pause');

export const resumeRegeneration = defineSignal('resume');

/** What the `progress` query of a regeneration answers. */
export interface RegenerationProgress extends Progress, ModelUsage {
  readonly topics: number;
  /** Above `kb.max_removals_per_capture`: listed in the log, not made. */
  readonly removalsWithheld: number;
  readonly paused: boolean;
  /** At the pace so far; null until an entry is done. */
  readonly millisecondsLeft: number | null;
}

export interface RegenerationPace {
  /** A step of entries ends after so many of them, */
  readonly entriesPerStep: number;
  /** or with the entry that was being settled when so much time had passed. */
  readonly stepMilliseconds: number;
  /** The run goes on as new after so many steps of entries, or earlier when Temporal suggests it. */
  readonly stepsPerRun: number;
}

export const defaultPace: RegenerationPace = {
  entriesPerStep: 50,
  stepMilliseconds: 10_000,
  stepsPerRun: 500,
};

export interface RegenerateInput {
  /** Compare the topics with the live ones, then drop what was built. Published by default. */
  readonly dryRun?: boolean;
  readonly timings?: Partial<Timings>;
  readonly pace?: Partial<RegenerationPace>;
  /** What the run before handed over when it went on as new. Nobody else gives it. */
  readonly carried?: CarriedRegeneration;
}

interface CarriedRegeneration {
  readonly generation: number;
  readonly progress: RegenerationProgress;
  /** Time spent in steps of entries so far, pauses left out, and the entries that they settled. */
  readonly worked: { readonly milliseconds: number; readonly entries: number };
}

export interface RegenerateResult {
  readonly generation: number;
  readonly entries: number;
  readonly integrated: number;
  readonly skipped: number;
  readonly superseded: number;
  readonly topics: number;
  readonly modelCalls: number;
  /** US dollars; null when the config has no price for a model that was asked. */
  readonly costUsd: number | null;
  /** Removals above `kb.max_removals_per_capture`: listed in the log, not made. */
  readonly removalsWithheld: number;
  /** Of a dry run: what would change. Which pairs, `npx steward regenerate --dry-run` shows. */
  readonly changes?: TopicChangeCounts;
}
