import { Context } from '@temporalio/activity';

/** Often enough that a cancel reaches a model call within a second, and that a dead worker is noticed soon. */
const everyMilliseconds = 500;

/** What each step that runs tells of itself now. */
const details = new WeakMap<Context, () => unknown>();

/**
 * Sends heartbeats while a step works, however long that takes. One that ends before the first heartbeat costs the server
 * no write of it.
 */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const beat = () => context.heartbeat(details.get(context)?.());
  const timer = setInterval(beat, everyMilliseconds);
  try {
    return await work();
  } catch (error) {
    // The next attempt counts from what this one had done.
    if (details.has(context)) beat();
    throw error;
  } finally {
    clearInterval(timer);
  }
}

export interface StepRun<Detail> {
  /** Aborts when the step is cancelled. */
  readonly signal: AbortSignal;
  /** What each heartbeat from now on shows in the Temporal UI: a node's name or counts, never a text. */
  readonly report: (detail: () => Detail) => void;
  /** What the attempt before this one reported last, within half a second; null at the first attempt. */
  readonly former: Detail | null;
}

/** The step that is running, from inside it. */
export function stepRun<Detail = unknown>(): StepRun<Detail> {
  const context = Context.current();
  return {
    former: (context.info.heartbeatDetails as Detail | undefined) ?? null,
    signal: context.cancellationSignal,
    report: (detail) => void details.set(context, detail),
  };
}

/** Whether an earlier attempt of the step that is running has failed or died. */
export const isRetry = (): boolean => Context.current().info.attempt > 1;
