import { setTimeout as sleep } from 'node:timers/promises';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { printResult, quantile, round, type BenchOptions } from '../bench-results.ts';
import { benchQueue } from '../support/bench-steward.ts';
import { capture } from '../library/capture-pairs.ts';
import { handleOf, withReplySteward, type ReplySteward } from '../reply/reply-steward.ts';
import { appendNumbers } from '../library/scripted-librarian.ts';

const modelMilliseconds = 500;
const flood = 200;
const quietGuild = '900000000000000009';
const quietQuestions = 20;
const betweenMilliseconds = 600;
const entries = 1_000;
/** The number of each competing kind, so that most of them wait. */
const competing = { replies: 80, direct: 20, captures: 40 };

/**
 * How much longer a quiet guild waits while another one asks 200 questions at once, and the order in which waiting work
 * is done while 1,000 entries regenerate. The work is started in the reverse order.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  await withReplySteward({ modelMilliseconds }, async (bench) => {
    await Promise.all([bench.question(), bench.question()]);
    const atRest = await askQuietly(bench);
    const flooding = Promise.all(Array.from({ length: flood }, () => bench.question()));
    const beside = await askQuietly(bench);
    await flooding;
    const order = await orderOfEnds(bench);
    const result = {
      quiet_p95_ratio: round(beside / atRest, 2),
      order: order.map(([level]) => level),
    };
    console.log(`the quiet guild's 95th percentile: ${atRest} ms at rest, ${beside} ms beside the flood`);
    for (const [level, milliseconds] of order)
      console.log(`${level.padEnd(12)} ${milliseconds} ms at the median`);
    if (json) printResult('fairness', result);
  });
}

/**
 * The 95th percentile of a guild's questions, in milliseconds from the start of their runs to the end, by the server's
 * clock.
 */
async function askQuietly({ question, steward }: ReplySteward): Promise<number> {
  const waits: Promise<number>[] = [];
  const wait = async () => {
    const { startTime, closeTime } = await handleOf(
      steward,
      await question({ guildId: quietGuild }),
    ).describe();
    return Number(closeTime) - startTime.getTime();
  };
  for (let at = 0; at < quietQuestions; at += 1) {
    waits.push(wait());
    await sleep(betweenMilliseconds);
  }
  return Math.round(quantile(await Promise.all(waits), 0.95));
}

async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

/** Levels with the median time of their ends, earliest first. A rebuild that outlasts everything else comes last. */
async function orderOfEnds(bench: ReplySteward) {
  const { steward, question } = bench;
  const { client } = steward;
  const starts = startsOf(benchQueue);
  const ids = await appendNumbers(steward.storage, { count: entries });
  const rebuild = await startOnce(client, starts.regenerate());
  const handle = client.workflow.getHandle(rebuild.workflowId, rebuild.runId);
  const ended = handle.result().catch(() => {});
  const many = (count: number, work: (at: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, (_, at) => timed(work(at))));
  const settleEntry = async (at: number) => {
    const run = await startOnce(client, starts.captureEntry({ qaId: ids[at] ?? 'qa_' }));
    return client.workflow.getHandle(run.workflowId, run.runId).result();
  };
  const pairOf = (at: number) => ({ question: `Where is number ${at} now?`, answer: `On shelf ${at}.` });
  const others = Promise.all([
    many(competing.captures, settleEntry),
    many(competing.captures, (at) => capture(steward, pairOf(at), at)),
    many(competing.replies, () => question()),
    many(competing.direct, () => question({ directly: true })),
  ]);
  const rebuilt = timed(Promise.race([ended, others]));
  const [refresh, captures, replies, direct] = await others;
  const levels = { regenerate: [await rebuilt], refresh, capture: captures, reply: replies, direct };
  await handle.cancel();
  await ended;
  const medians = Object.entries(levels).map(
    ([level, ends]) => [level, Math.round(quantile(ends, 0.5))] as const,
  );
  return medians.toSorted((a, b) => a[1] - b[1]);
}
