import type { Timed } from './timings.ts';

/** The `Outcome` of a run that failed for good: it stands before the run ends, so that failures can be grouped by cause. */
export const failedOutcome = (cause: string): string => `failed:${cause}`;

/** Of the step that runs. */
export interface StepProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

export interface GapInput extends Timed {
  /** Milliseconds that a step of filing takes at most. */
  readonly stepMilliseconds?: number;
}

export interface GapResults {
  /** Questions that were filed under a gap. */
  readonly filed: number;
  readonly modelCalls: number;
  /** Questions that were asked again because what they retrieve has changed, and how many of them have an answer now. */
  readonly askedAgain: number;
  readonly answered: number;
  /** Those that could not be asked. They are asked in the next run. */
  readonly failed: number;
}

export interface DraftGapInput extends Timed {
  readonly gapId: string;
}

/** Who listens to Discord. Its memo names the process. */
export interface GatewayInput {
  /** Of the bot, at Discord. */
  readonly applicationId: string;
}

/** The holder knows its step by this id, to send its heartbeats. */
export const gatewayStepId = 'hold';

export interface NoticesResult {
  /** The notices that were posted now. */
  readonly told: readonly string[];
}
