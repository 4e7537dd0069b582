import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../../domain/ports/errors.ts';

const firstWaitMilliseconds = 500;
const longestWaitMilliseconds = 8_000;
/** A longer wait is left to the step's retry, which holds no worker while it waits. */
const longestRetryAfterSeconds = 30;

/**
 * Repeats `attempt` after transient failures, up to `maxRetries` times. Waits as long as Retry-After says, or with
 * exponential backoff and jitter. An abort ends the wait at once.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { maxRetries, signal }: { readonly maxRetries: number; readonly signal?: AbortSignal },
): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      const wait = retry < maxRetries ? waitAfter(error, retry) : null;
      if (wait === null) throw error;
      await sleep(wait, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

function waitAfter(error: unknown, retry: number): number | null {
  if (!isTransient(error)) return null;
  const retryAfter = error.retryAfterSeconds;
  if (retryAfter !== null) return retryAfter <= longestRetryAfterSeconds ? retryAfter * 1_000 : null;
  const ceiling = Math.min(longestWaitMilliseconds, firstWaitMilliseconds * 2 ** retry);
  return ceiling * (0.5 + Math.random() / 2);
}
