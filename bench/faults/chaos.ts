import { setTimeout as sleep } from 'node:timers/promises';
import { type Storage } from '../../adapters/storage/open-storage.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { openStore } from '../../workers/wiring/open-adapters.ts';
import type { RegenerateResult } from '../../workflows/contract/team.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { askAndTeach, countEnds, type RoundCounts } from '../support/answer-states.ts';
import { printResult, type BenchOptions } from '../bench-results.ts';
import { manyChannels, withDiscordBench, type DiscordBench } from '../support/discord-bench.ts';
import { compareUndisturbed } from './compare-undisturbed.ts';

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
 * topics with what the team said and with those of an undisturbed Steward that captures the same.
 */
export async function run({ json, rounds = defaultRounds }: BenchOptions): Promise<void> {
  const { results, undisturbed } = await withDiscordBench(
    { channels: manyChannels(channelCount), waitSeconds: 1, answerRepeats: 120 },
    async (bench) => {
      const since = new Date();
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
      const undisturbed = await compareUndisturbed(bench, { storage, since });
      process.stderr.write(`beside an undisturbed run: ${JSON.stringify(undisturbed)}\n`);
      await storage.close();
      if (bench.discord.violations.length > 0) throw new Error(bench.discord.violations.join('; '));
      return { results: done, undisturbed };
    },
  );
  const counted = ['asked', 'answered_once', 'lost', 'doubled', 'half'] as const;
  const captured = ['captures', 'captures_lost', 'captures_doubled', 'regenerations'] as const;
  const keys = [...counted, ...captured, 'kills', 'seconds'] as const;
  console.log(['round', ...keys].map((key) => key.padStart(18)).join(''));
  for (const [at, result] of results.entries())
    console.log(
      [at + 1, ...keys.map((key) => result[key])].map((cell) => String(cell).padStart(18)).join(''),
    );
  const sum = (key: (typeof keys)[number]) => results.reduce((all, result) => all + result[key], 0);
  const totals = Object.fromEntries([...counted, ...captured].map((key) => [key, sum(key)])) as Readonly<
    Record<(typeof counted)[number] | (typeof captured)[number], number>
  >;
  if (json) printResult('chaos', { rounds: results.length, ...totals, undisturbed, each: results });
  const isWhole = results.every(
    (result) => result.answered_once === result.asked && result.captures_lost + result.captures_doubled === 0,
  );
  const isSame = undisturbed.regrouped + undisturbed.different === 0 && undisturbed.topics_same;
  if (!isWhole || !isSame) process.exitCode = 1;
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
