import { setTimeout as sleep } from 'node:timers/promises';
import type { DiscordLog } from './discord-log.ts';

export interface EventQueue {
  /** In the order of one lane; lanes do not wait for each other. False when the queue is full. */
  readonly add: (lane: string, work: () => Promise<void>) => boolean;
  /** Nothing is tried again from now on. */
  readonly close: () => void;
}

const firstWaitMilliseconds = 200;
const longestWaitMilliseconds = 30_000;

/** Keeps what came in until it was taken: work that fails is tried again, ever more slowly, before its lane goes on. */
export function createEventQueue({
  maxWaiting,
  log,
}: {
  readonly maxWaiting: number;
  readonly log: DiscordLog;
}): EventQueue {
  const lanes = new Map<string, Promise<void>>();
  const closed = new AbortController();
  let waiting = 0;

  const untilDone = async (work: () => Promise<void>): Promise<void> => {
    for (let wait = firstWaitMilliseconds; !closed.signal.aborted; wait *= 2) {
      try {
        return await work();
      } catch (error) {
        const name = error instanceof Error ? error.name : 'unknown';
        const code = error instanceof Error && 'code' in error ? error.code : null;
        log.warn({ error: name, code, waiting }, 'discord.intake_failed');
        const pause = Math.min(wait, longestWaitMilliseconds);
        await sleep(pause, undefined, { signal: closed.signal }).catch(() => {});
      }
    }
  };

  return {
    add(lane, work) {
      if (waiting >= maxWaiting) return false;
      waiting += 1;
      const before = lanes.get(lane) ?? Promise.resolve();
      const mine = before.then(() => untilDone(work));
      lanes.set(lane, mine);
      void mine.finally(() => {
        waiting -= 1;
        if (lanes.get(lane) === mine) lanes.delete(lane);
      });
      return true;
    },
    close: () => closed.abort(),
  };
}
