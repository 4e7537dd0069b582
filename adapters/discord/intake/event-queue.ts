import { setTimeout as sleep } from 'node:timers/promises';
import { faultFields, PortError } from '../../../domain/ports/errors.ts';
import type { Log } from '../../../domain/ports/log.ts';

export type EventQueue = ReturnType<typeof createEventQueue>;

const firstWaitMilliseconds = 200;
const longestWaitMilliseconds = 30_000;
/** An unknown error may be a bug, and retrying it forever would block all further work with its key. */
const attemptsOfFault = 5;

/**
 * Runs events in memory until they succeed. Work that fails with a transient error is retried with increasing waits before
 * the next work with its key; a final error is logged and the work dropped.
 */
export function createEventQueue({ maxWaiting, log }: { readonly maxWaiting: number; readonly log: Log }) {
  const tails = new Map<string, Promise<void>>();
  const closed = new AbortController();
  /** In order of arrival. */
  const waiting = new Set<{ readonly since: number }>();

  const untilDone = async (key: string, work: () => Promise<void>): Promise<void> => {
    let wait = firstWaitMilliseconds;
    for (let attempt = 1; !closed.signal.aborted; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const givenUp = isHopeless(error, attempt);
        const event = givenUp ? 'discord.intake_given_up' : 'discord.intake_failed';
        log[givenUp ? 'error' : 'warn'](
          { ...faultFields(error), location_id: key, attempt, waiting: waiting.size },
          event,
        );
        if (givenUp) return;
        const retryAfter = error instanceof PortError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
        await sleep(Math.max(retryAfter, wait), undefined, { signal: closed.signal }).catch(() => {});
        wait = Math.min(2 * wait, longestWaitMilliseconds);
      }
    }
  };
  /** Adds work even to a full queue, for the catch-up that fetches what `add` rejected. */
  const addAlways = (key: string, work: () => Promise<void>): void => {
    const one = { since: Date.now() };
    waiting.add(one);
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(() => untilDone(key, work));
    tails.set(key, mine);
    void mine.finally(() => {
      waiting.delete(one);
      if (tails.get(key) === mine) tails.delete(key);
    });
  };

  return {
    addAlways,
    /** Runs work with the same key in order, and different keys in parallel. False if the queue is full: nothing was added. */
    add(key: string, work: () => Promise<void>): boolean {
      if (waiting.size >= maxWaiting) return false;
      addAlways(key, work);
      return true;
    },
    /** The number of unfinished items, and the age of the oldest. */
    state: () => {
      const [oldest] = waiting;
      return { waiting: waiting.size, lagSeconds: oldest ? (Date.now() - oldest.since) / 1_000 : 0 };
    },
    /** Stops retries and drops the work that has not started. */
    close: () => closed.abort(),
  };
}

const isHopeless = (error: unknown, attempt: number): boolean =>
  error instanceof PortError ? error.kind === 'final' : attempt >= attemptsOfFault;
