import { setTimeout as sleep } from 'node:timers/promises';
import { type Storage } from '../adapters/storage/open-storage.ts';
import { createLogger } from '../workers/wiring/logger.ts';
import { openStore } from '../workers/wiring/open-adapters.ts';
import { countAnswers, type AnswerCounts } from './answer-states.ts';
import type { BenchOptions } from './bench.ts';
import { printResult } from './bench-results.ts';
import { manyChannels, withDiscordBench, type DiscordBench } from './discord-bench.ts';

const questionCount = 200;
const channelCount = 20;
const defaultRounds = 10;
const askingMilliseconds = 25_000;
/** Between two kills. A process that is killed all the time never works. */
const pauseMilliseconds = { least: 1_500, most: 5_000 };

interface Round extends AnswerCounts {
  readonly kills: number;
  readonly seconds: number;
}

/**
 * Questions in twenty channels while the bot, a worker and the Temporal server are killed with SIGKILL at random. What
 * Discord shows at the end is compared with what each row says was to be posted.
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
      await storage.close();
      if (bench.discord.violations.length > 0) throw new Error(bench.discord.violations.join('; '));
      return done;
    },
  );
  const keys = ['asked', 'answered_once', 'lost', 'doubled', 'half', 'kills', 'seconds'] as const;
  console.log(['round', ...keys].map((key) => key.padStart(14)).join(''));
  for (const [at, result] of results.entries())
    console.log(
      [at + 1, ...keys.map((key) => result[key])].map((cell) => String(cell).padStart(14)).join(''),
    );
  const sum = (key: (typeof keys)[number]) => results.reduce((all, result) => all + result[key], 0);
  const totals = {
    asked: sum('asked'),
    answered_once: sum('answered_once'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    half: sum('half'),
  };
  if (json) printResult('chaos', { rounds: results.length, ...totals, each: results });
  const isWhole = results.every((result) => result.answered_once === result.asked);
  if (!isWhole) process.exitCode = 1;
}

async function play(
  { discord, channels }: DiscordBench,
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
  const questions: string[] = [];
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
  // It is awaited below; what it fails with meanwhile must not end the process unheard.
  killing.catch(() => {});
  for (let at = 0; at < questionCount; at += 1) {
    const by = `Member ${round}-${at}`;
    const text = `How do I set the port number ${at} in round ${round}?`;
    questions.push(discord.say({ by, text, in: channels[at % channels.length] ?? '' }).id);
    await sleep((Math.random() * 2 * askingMilliseconds) / questionCount);
  }
  asked.abort();
  await killing;
  return {
    ...(await countAnswers({ discord, storage, questions })),
    kills: killed,
    seconds: Math.round((performance.now() - began) / 1_000),
  };
}
