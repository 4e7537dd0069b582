/** The longest time that an unfinished answer delays others; its run has certainly ended by then. */
export const inFlightMilliseconds = 600_000;
/** A waiting question that has not returned within a minute of its turn loses its place. */
export const graceMilliseconds = 60_000;

/** A question waits at most ten minutes for a cooldown, and at most twenty wait per channel. */
const longestWaitMilliseconds = 600_000;
const mostWaiting = 20;
/** How soon to look again while another answer is being generated. */
const lookAgainMilliseconds = 10_000;

/** What stands before a question where a cooldown applies: for its author, or in its channel. Times are in milliseconds. */
export interface Queue {
  /** When the last answer was posted; null if none was. */
  readonly lastPostedAt: number | null;
  /** Whether another answer is being generated. */
  readonly isAnswering: boolean;
  /** The turns of those that have waited longer, ascending. */
  readonly turnsAhead: readonly number[];
  /** The cooldown. */
  readonly pause: number;
}

/** The first time that keeps the pause to the last answer and to all earlier turns. */
export function turnIn({ lastPostedAt, isAnswering, turnsAhead, pause }: Queue, now: number): number {
  const afterLast = lastPostedAt === null ? 0 : lastPostedAt + pause;
  const afterThis = isAnswering ? now + lookAgainMilliseconds : 0;
  return turnsAhead.reduce(
    (turn, other) => (other < turn + pause ? Math.max(turn, other + pause) : turn),
    Math.max(afterLast, afterThis, now),
  );
}

/** Whether a question may wait for its turn. `waiting`: how many others wait in its channel; null if it has waited before. */
export const mayWait = (turn: number, askedAt: number, waiting: number | null): boolean =>
  turn - askedAt <= longestWaitMilliseconds && (waiting === null || waiting < mostWaiting);
