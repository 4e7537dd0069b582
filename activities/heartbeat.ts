import { Context } from '@temporalio/activity';

/** Often enough that a cancel reaches a model call within a second, and that a dead worker is noticed soon. */
const everyMilliseconds = 500;

/** The heartbeat detail of each running step. */
const details = new WeakMap<Context, () => unknown>();

/** Sends heartbeats while a step works. A step that ends before the first one costs the server no write. */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const beat = () => context.heartbeat(details.get(context)?.());
  const timer = setInterval(beat, everyMilliseconds);
  try {
    return await work();
  } catch (error) {
    // The next attempt starts from this detail.
    if (details.has(context)) beat();
    throw error;
  } finally {
    clearInterval(timer);
  }
}

export interface StepRun<Detail> {
  /** Aborts when the step is cancelled. */
  readonly signal: AbortSignal;
  /** Sets the detail of the following heartbeats, which the Temporal UI shows: a node's name or counts, never a text. */
  readonly report: (detail: () => Detail) => void;
  /** The last detail of the previous attempt, up to half a second old; null in the first attempt. */
  readonly former: Detail | null;
}

/** The running step, from inside it. */
export function stepRun<Detail = unknown>(): StepRun<Detail> {
  const context = Context.current();
  return {
    former: (context.info.heartbeatDetails as Detail | undefined) ?? null,
    signal: context.cancellationSignal,
    report: (detail) => void details.set(context, detail),
  };
}

/** Whether an earlier attempt of the running step failed or died. */
export const isRetry = (): boolean => Context.current().info.attempt > 1;
