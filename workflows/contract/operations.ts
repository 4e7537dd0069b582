import type { Timed } from './timings.ts';

/** The `Outcome` of a run that failed for good. It is set before the run ends, so that failures can be grouped by cause. */
export const failedOutcome = (cause: string): string => `failed:${cause}`;

/** Progress of the current step. */
export interface StepProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

export interface GapInput extends Timed {
  /** The longest time that a step of filing takes. */
  readonly stepMilliseconds?: number;
}

export interface GapResults {
  /** Questions that were filed under a gap. */
  readonly filed: number;
  readonly modelCalls: number;
  /** Questions that were asked again because their sources have changed. */
  readonly askedAgain: number;
  /** Of those, the questions that have an answer now. */
  readonly answered: number;
  /** Questions that could not be asked again. The next run tries them. */
  readonly failed: number;
}

export interface DraftGapInput extends Timed {
  readonly gapId: string;
}

export interface GatewayInput {
  /** The id of the bot's Discord application. */
  readonly applicationId: string;
}

/** The activity id under which the process that holds the gateway sends heartbeats. */
export const gatewayStepId = 'hold';

export interface NoticesResult {
  /** The notices that this run posted. */
  readonly told: readonly string[];
}
