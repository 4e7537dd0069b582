import { setTimeout as sleep } from 'node:timers/promises';
import { type Storage } from '../../adapters/storage/open-storage.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { openStore } from '../../workers/wiring/open-adapters.ts';
import type { RegenerateResult } from '../../workflows/contract/team.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { askAndTeach, countEnds, isWhole, totals, type RoundCounts } from '../support/answer-states.ts';
import { printResult, printRows, type BenchOptions } from '../bench-results.ts';
import { manyChannels, withDiscordBench, type DiscordBench } from '../support/discord-bench.ts';

const questionCount = 200;
const captureCount = 30;
const channelCount = 20;
const defaultRounds = 10;
const askingMilliseconds = 25_000;
/** Between two kills, so that processes get to work. */
const pauseMilliseconds = { least: 1_500, most: 5_000 };

interface Round extends RoundCounts {
  /** The number of published regenerations. */
  readonly regenerations: number;
  readonly kills: number;
  readonly seconds: number;
}

/**
 * Questions and the team's answers in twenty channels, and a regeneration, while the bot, a worker and the Temporal
 * server are killed with SIGKILL at random. At the end, Discord is compared with the plan of each row, and archive and
 * topics with what the team said.
 */
export async function run({ json, rounds = defaultRounds }: BenchOptions): Promise<void> {
  const results = await withDiscordBench(
    { channels: manyChannels(channelCount), waitSeconds: 1, answerRepeats: 120 },
    async (bench) => {
      const victims = [await bench.worker('bot', 'bot'), await bench.worker('worker', 'reply,library')];
      await bench.indexDocuments();
      const kills = [...victims.map((one) => async () => one.kill()), bench.temporal.kill];
      const log = createLogger({ level: 'silent', file: null });
      const storage = await openStore(bench.config, { log });
      const done: Round[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const result = await play(bench, { round, kills, storage });
        done.push(result);
        process.stderr.write(`round ${round}: ${JSON.stringify(result)}\n`);
      }
      for (const victim of victims) await victim.stop();
      await storage.close();
      if (bench.discord.violations.length > 0) throw new Error(bench.discord.violations.join('; '));
      return done;
    },
  );
  const counts = totals(results);
  const regenerations = results.reduce((sum, result) => sum + result.regenerations, 0);
  printRows(Object.entries({ rounds: results.length, ...counts, regenerations }));
  if (json) printResult('chaos', { rounds: results.length, ...counts, regenerations, each: results });
  if (!isWhole(counts)) process.exitCode = 1;
}

async function play(
  bench: DiscordBench,
  {
    round,
    kills,
    storage,
  }: {
    readonly round: number;
    readonly kills: readonly (() => Promise<void>)[];
    readonly storage: Storage;
  },
): Promise<Round> {
  const began = performance.now();
  let killed = 0;
  const asked = new AbortController();
  const killing = (async () => {
    while (!asked.signal.aborted) {
      await sleep(
        pauseMilliseconds.least + Math.random() * (pauseMilliseconds.most - pauseMilliseconds.least),
      );
      await kills[Math.floor(Math.random() * kills.length)]?.();
      killed += 1;
    }
  })();
  // It is awaited below. An earlier failure must not end the process.
  killing.catch(() => {});
  const regenerating = regenerate(bench);
  regenerating.catch(() => {});
  const said = await askAndTeach({
    bench,
    round,
    questions: questionCount,
    captures: captureCount,
    milliseconds: askingMilliseconds,
  });
  asked.abort();
  await killing;
  return {
    ...(await countEnds({ discord: bench.discord, storage, said })),
    regenerations: (await regenerating) === 'published' ? 1 : 0,
    kills: killed,
    seconds: Math.round((performance.now() - began) / 1_000),
  };
}

/** Starts a regeneration after the kills have begun, and follows it to its end through all of them. */
async function regenerate({ config, temporal }: DiscordBench): Promise<RegenerateResult['outcome']> {
  await sleep(pauseMilliseconds.least);
  for (;;) {
    const client = await temporal.connect().catch(() => null);
    try {
      if (client) {
        const start = startsOf(config.temporal.task_queue).regenerate();
        const run = await startOnce(client, { ...start, workflowIdConflictPolicy: 'USE_EXISTING' });
        return (await waitForResult<RegenerateResult>({ client, ...run })).outcome;
      }
    } catch {
      // The server was killed. The run continues when it is back.
    } finally {
      await client?.connection.close();
    }
    await sleep(1_000);
  }
}
