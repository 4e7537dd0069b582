import { setTimeout } from 'node:timers/promises';

/** Spreads requests over time. `wait` returns when the next one may be sent; it rejects when the signal is aborted. */
export interface Pace {
  wait(signal: AbortSignal | undefined): Promise<void>;
}

export function createPace(requestsPerSecond: number): Pace {
  let next = 0;
  return {
    async wait(signal) {
      signal?.throwIfAborted();
      const now = Date.now();
      const at = Math.max(now, next);
      next = at + 1000 / requestsPerSecond;
      if (at > now) await setTimeout(at - now, undefined, { signal }).catch(() => signal?.throwIfAborted());
    },
  };
}
