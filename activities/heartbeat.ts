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

/** The running step, from inside it. */
export function stepRun<Detail = unknown>() {
  const context = Context.current();
  return {
    /** The last detail of the previous attempt, up to half a second old; null in the first attempt. */
    former: (context.info.heartbeatDetails as Detail | undefined) ?? null,
    /** Aborts when the step is cancelled. */
    signal: context.cancellationSignal,
    /** Sets the detail of the following heartbeats, which the Temporal UI shows: a node's name or counts, never a text. */
    report: (detail: () => Detail): void => void details.set(context, detail),
  };
}

/** Whether an earlier attempt of the running step failed or died. */
export const isRetry = (): boolean => Context.current().info.attempt > 1;
