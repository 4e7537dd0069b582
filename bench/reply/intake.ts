import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareIds } from '../../domain/intake/message.ts';
import type { IntakeCursors } from '../../domain/ports/records.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { openStore } from '../../workers/wiring/open-adapters.ts';
import { printResult, quantile, quantiles, type BenchOptions } from '../bench-results.ts';
import { manyChannels, withDiscordBench, type DiscordBench } from '../support/discord-bench.ts';

const channels = manyChannels(20);
/** Numbers of open windows at which memory is measured. */
const steps = [1_000, 2_000, 3_000, 4_000, 5_000] as const;
const openWindows = 5_000;
/** Longer than the measurement, so that every window stays open. */
const openSeconds = 3_000;
const sustainedSeconds = 60;
/** The most messages that wait for Temporal, so that it never idles. */
const maxUnacknowledged = 200;
const timedQuestions = 100;
const timedWaitSeconds = 1;

/** How fast messages are taken in, what an open quiet window costs, and how soon after one the answer is posted. */
export async function run({ json }: BenchOptions): Promise<void> {
  const taken = await withDiscordBench({ channels, waitSeconds: openSeconds }, takeIn);
  const timed = await withDiscordBench({ channels, waitSeconds: timedWaitSeconds }, timeAnswers);
  const rows: readonly (readonly [string, number])[] = [
    [
      `messages a second, for ${sustainedSeconds} s, with ${openWindows} open windows`,
      taken.messagesPerSecond,
    ],
    [`bytes of the worker per open window, slope from ${steps[0]}`, taken.bytesPerWindow],
    [`bytes of the Temporal server per open window, slope from ${steps[0]}`, taken.serverBytesPerWindow],
    ['milliseconds from the end of a window to the posted answer, median', timed.p50],
    ['milliseconds from the end of a window to the posted answer, 95th percentile', timed.p95],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(78)} ${String(value).padStart(10)}`);
  if (!json) return;
  printResult('intake', {
    messages_per_second: taken.messagesPerSecond,
    open_windows: openWindows,
    bytes_per_window: taken.bytesPerWindow,
    server_bytes_per_window: taken.serverBytesPerWindow,
    window_to_post_ms: timed,
  });
}

async function takeIn({ discord, config, worker, temporal }: DiscordBench) {
  const running = await worker('all', 'all');
  const log = createLogger({ level: 'silent', file: null });
  const storage = await openStore(config, { log });
  const counter = acknowledged(storage.records);
  let spoken = 0;
  /** Each of these members has one window, in one channel. */
  const say = (member: number) => {
    const channel = channels[member % channels.length] ?? '';
    const text = `good morning number ${(spoken += 1)}`;
    const { id } = discord.say({ by: `Member ${member}`, text, in: channel });
    counter.said(discord.channelId(channel), id);
  };
  const open = async (from: number, to: number) => {
    for (let member = from; member < to; member += 1) {
      while ((await counter.waiting()) >= maxUnacknowledged) await sleep(20);
      say(member);
    }
    while ((await counter.waiting()) > 0) await sleep(50);
    // Waits for the last ones, and for the garbage collector.
    await sleep(5_000);
    const memory = {
      windows: to,
      worker: await residentBytes(running.pid() ?? 0),
      server: await residentBytes(temporal.pid()),
    };
    process.stderr.write(`${JSON.stringify(memory)}\n`);
    return memory;
  };
  const memories: Awaited<ReturnType<typeof open>>[] = [];
  for (const to of steps) memories.push(await open(memories.at(-1)?.windows ?? 0, to));
  const slope = (key: 'worker' | 'server') => slopeOf(memories.map((at) => [at.windows, at[key]]));

  const before = spoken;
  const began = performance.now();
  while (performance.now() - began < sustainedSeconds * 1_000) {
    const room = maxUnacknowledged - (await counter.waiting());
    for (let at = 0; at < room; at += 1) say(Math.floor(Math.random() * openWindows));
    await sleep(50);
  }
  const seconds = (performance.now() - began) / 1_000;
  const messagesPerSecond = Math.round((spoken - before - (await counter.waiting())) / seconds);
  await storage.close();
  return { messagesPerSecond, bytesPerWindow: slope('worker'), serverBytesPerWindow: slope('server') };
}

/** A message is acknowledged when the cursor of its location has reached it. */
function acknowledged(cursors: IntakeCursors) {
  const waitingIn = new Map<string, string[]>();
  return {
    said: (locationId: string, id: string) => {
      const ids = waitingIn.get(locationId) ?? [];
      ids.push(id);
      waitingIn.set(locationId, ids);
    },
    waiting: async (): Promise<number> => {
      let waiting = 0;
      for (const [locationId, ids] of waitingIn) {
        const cursor = (await cursors.cursor(locationId)) ?? '0';
        const left = ids.filter((id) => compareIds(id, cursor) > 0);
        waitingIn.set(locationId, left);
        waiting += left.length;
      }
      return waiting;
    },
  };
}

/** The median of the slopes between all pairs of points, so that one outlier of the garbage collector changes little. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const slopes = points.flatMap(([x, y], at) =>
    points.slice(at + 1).map(([toX, toY]) => (toY - y) / (toX - x)),
  );
  return Math.round(quantile(slopes, 0.5));
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1]) * 1_024;
}

/** One question after the other, by members of their own. The provider answers at once. */
async function timeAnswers({ discord, worker, indexDocuments }: DiscordBench) {
  await worker('all', 'all');
  await indexDocuments();
  const times: number[] = [];
  for (let at = 0; at < timedQuestions; at += 1) {
    const channel = channels[at % channels.length] ?? '';
    const began = performance.now();
    const { id } = discord.say({
      by: `Asker ${at}`,
      text: `How do I set the port, number ${at}?`,
      in: channel,
    });
    while (discord.postsIn(id).length === 0) await sleep(2);
    times.push(performance.now() - began - timedWaitSeconds * 1_000);
  }
  // Without the first ones, which load what a process needs once.
  return quantiles(times.slice(5));
}
