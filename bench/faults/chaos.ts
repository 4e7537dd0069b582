import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import type { RegenerateResult } from '../../workflows/contract/team.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { askAndTeach, countEnds, reportRounds, type RoundCounts } from '../support/answer-states.ts';
import { sumOf, type BenchOptions } from '../bench-results.ts';
import { manyChannels, withDiscordBench, type DiscordBench } from '../support/discord-bench.ts';
import { throughDeaths, whileStriking } from '../support/through-deaths.ts';

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
export async function run({ rounds = defaultRounds, ...options }: BenchOptions): Promise<void> {
  const each = await withDiscordBench(
    { channels: manyChannels(channelCount), waitSeconds: 1, answerRepeats: 120 },
    async (bench) => {
      const victims = [await bench.worker('bot', 'bot'), await bench.worker('worker', 'reply,library')];
      await bench.indexDocuments();
      const kills = [...victims.map((one) => async () => one.kill()), bench.temporal.kill];
      const storage = await bench.openStorage();
      const done: Round[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const result = await play(bench, { round, kills, storage });
        done.push(result);
        process.stderr.write(`round ${round}: ${JSON.stringify(result)}\n`);
      }
      return done;
    },
  );
  const regenerations = sumOf(each.map((result) => result.regenerations));
  reportRounds('chaos', { regenerations, each }, options);
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
  const regenerating = regenerate(bench);
  // It is awaited below. An earlier failure must not end the process.
  regenerating.catch(() => {});
  const sizes = { questions: questionCount, captures: captureCount, milliseconds: askingMilliseconds };
  const { result: said, strikes } = await whileStriking(() => askAndTeach({ bench, round, ...sizes }), {
    strike: async () => kills[Math.floor(Math.random() * kills.length)]?.(),
    pause: () => pauseMilliseconds.least + Math.random() * (pauseMilliseconds.most - pauseMilliseconds.least),
  });
  return {
    ...(await countEnds({ discord: bench.discord, storage, said })),
    regenerations: (await regenerating) === 'published' ? 1 : 0,
    kills: strikes,
    seconds: Math.round((performance.now() - began) / 1_000),
  };
}

/** Starts a regeneration after the kills have begun, and follows it to its end through all of them. */
async function regenerate(bench: DiscordBench): Promise<RegenerateResult['outcome']> {
  await sleep(pauseMilliseconds.least);
  const start = startsOf(bench.config.temporal.task_queue).regenerate();
  return throughDeaths(bench, async (client) => {
    const run = await startOnce(client, { ...start, workflowIdConflictPolicy: 'USE_EXISTING' });
    return (await waitForResult<RegenerateResult>({ client, ...run })).outcome;
  });
}
