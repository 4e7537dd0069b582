import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { DiscordBench } from './discord-bench.ts';

const patienceMilliseconds = 600_000;

/**
 * Strikes, each time after a pause, at least as often as asked and until the work is over. Returns the work's result and how
 * often it struck.
 */
export async function whileStriking<Result>(
  work: () => Promise<Result>,
  {
    strike,
    pause,
    least = 0,
  }: {
    readonly strike: (at: number) => Promise<unknown>;
    /** In milliseconds. */
    readonly pause: () => number;
    readonly least?: number;
  },
): Promise<{ readonly result: Result; readonly strikes: number }> {
  const over = new AbortController();
  const striking = (async () => {
    for (let at = 0; ; at += 1) {
      await sleep(pause());
      if (over.signal.aborted && at >= least) return at;
      await strike(at);
    }
  })();
  // It is awaited below. An earlier failure must not end the process.
  striking.catch(() => {});
  const result = await work().finally(() => over.abort());
  return { result, strikes: await striking };
}

/** Works with the Temporal server, and begins again when the server died meanwhile. What was started goes on when it is back. */
export async function throughDeaths<Result>(
  { temporal }: DiscordBench,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + patienceMilliseconds;
  for (;;) {
    try {
      await using connected = new AsyncDisposableStack();
      const client = await temporal.connect();
      connected.defer(() => client.connection.close());
      return await work(client);
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(1_000);
    }
  }
}
