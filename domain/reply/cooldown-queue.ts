/** The longest time that an unfinished answer delays others; its run has certainly ended by then. */
export const inFlightMilliseconds = 600_000;
/** A waiting question that has not returned within a minute waits no more. */
export const graceMilliseconds = 60_000;

/** A question waits at most ten minutes for a cooldown, and at most twenty wait per channel. */
const longestWaitMilliseconds = 600_000;
const mostWaiting = 20;
/** How soon to look again while another answer is being generated. */
const lookAgainMilliseconds = 10_000;

/** What stands before a question where a cooldown applies: for its author, or in its channel. Times are in milliseconds. */
export interface Cooldown {
  /** When the last answer was posted; null if none was. */
  readonly lastPostedAt: number | null;
  /** Whether another answer is being generated. */
  readonly isAnswering: boolean;
  /** The cooldown. */
  readonly pause: number;
}

/**
 * When a question may be answered. Several that wait ask again at the same time: one is admitted, and the others look again while it
 * is answered.
 */
export function freeFrom({ lastPostedAt, isAnswering, pause }: Cooldown, now: number): number {
  const afterLast = lastPostedAt === null ? 0 : lastPostedAt + pause;
  return Math.max(afterLast, isAnswering ? now + lookAgainMilliseconds : 0, now);
}

/** Whether a question may wait until then. `waiting`: how many others wait in its channel; null if it has waited before. */
export const mayWait = (until: number, askedAt: number, waiting: number | null): boolean =>
  until - askedAt <= longestWaitMilliseconds && (waiting === null || waiting < mostWaiting);
