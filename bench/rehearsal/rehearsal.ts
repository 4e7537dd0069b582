import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import {
  optionIn,
  quoting,
  sayRehearsedPast,
  type RehearsedPast,
} from '../../test/support/rehearsed-past.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { report, round, sumOf, type BenchOptions } from '../bench-results.ts';
import { withDiscordBench, type DiscordBench } from '../support/discord-bench.ts';

/** 500 messages: 166 times chatter, a question and the team's answer, one question that nobody answers, and one greeting. */
const past: RehearsedPast = {
  options: 83,
  rounds: 2,
  // In the second round the team says something else about each third option.
  keyOf: (option, at) => (option % 3 === 0 && at === 1 ? `switch ${option}` : `key ${option}`),
};

const since = new Date(Date.now() - 60 * 86_400_000);
const smallUsd = 0.002;

/** A scripted past with known answers, played by `npx steward rehearse`, which is killed in the middle and continued. */
export async function run(options: BenchOptions): Promise<void> {
  const prices = { scripted: { input: 1, output: 2 } };
  const result = await withDiscordBench(
    {
      channels: ['help'],
      waitSeconds: 0.3,
      script: quoting,
      beside: () => ({ models: { prices } }),
      graph: 'standard',
    },
    measure,
  );
  report('rehearsal', result, options);
}

async function measure(bench: DiscordBench) {
  const { discord } = bench;
  sayRehearsedPast(discord, past);
  discord.say({ by: 'Guest', text: 'good morning all', hoursAgo: 10 });
  await captureThePast(bench);
  const storage = await bench.openStorage();
  const posts = () => discord.requests.filter(({ method }) => method === 'POST').length;
  const [posted, entries] = [posts(), (await storage.library.rawEntries()).length];
  const first = rehearseIn(bench, []);
  await halfEnded(storage);
  first.kill();
  await first.ended;
  const endedBefore = await countEnded(storage);
  const { played, found } = await rehearseIn(bench, []).ended;
  const [rehearsal = '', ...others] = await storage.records.rehearsals();
  const verdicts = await verdictsIn(storage, rehearsal);
  const spent = await rehearseIn(bench, ['--usd', String(smallUsd)]).ended;
  const learned = (await storage.library.rawEntries()).length - entries;
  return {
    replayed: played ?? 0,
    posted: posts() - posted,
    learned,
    ...verdicts,
    usd_within: Number(spent.is_spent === true && (spent.cost_usd ?? 1) <= smallUsd),
    resumed_after_kill: Number(endedBefore > 0 && played === found && others.length === 0),
  };
}

/** A worker learns what the team said, and ends. */
async function captureThePast({
  worker,
  indexDocuments,
  temporal,
  discord,
  config,
}: DiscordBench): Promise<void> {
  const running = await worker('all', 'all');
  await indexDocuments();
  const client = await temporal.connect();
  const window = {
    channelId: discord.channelId('help'),
    since: since.toISOString(),
    afterMessageId: snowflakeAt(since),
  };
  const start = startsOf(config.temporal.task_queue).captureHistory(window);
  await waitForResult({ client, ...(await startOnce(client, start)) });
  await client.connection.close();
  await running.stop();
}

interface Summary {
  readonly played?: number;
  readonly found?: number;
  readonly is_spent?: boolean;
  readonly cost_usd?: number | null;
}

const cli = fileURLToPath(new URL('../../workers/cli.ts', import.meta.url));

/** The command in a process of its own, and the last line that it printed. */
function rehearseIn({ configFile, dir, env }: DiscordBench, args: readonly string[]) {
  const command = ['rehearse', '--channel', 'help', '--since', '60d', '--limit', '1000', '--json', ...args];
  const child = spawn(process.execPath, [cli, ...command, '-c', configFile], {
    cwd: dir,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
  const ended = once(child, 'close').then((): Summary => {
    const line = out.trim().split('\n').at(-1) ?? '';
    return line === '' ? {} : (JSON.parse(line) as Summary);
  });
  return { ended, kill: () => child.kill('SIGKILL') };
}

async function countEnded({ records }: Storage): Promise<number> {
  const [rehearsal = ''] = await records.rehearsals();
  return (await records.rehearsedIn(rehearsal)).filter(({ end }) => end).length;
}

async function halfEnded(storage: Storage): Promise<void> {
  while ((await countEnded(storage)) < past.options) await sleep(100);
}

/** The share of the answers that agree with the team, and of those that do not, which were called so. */
async function verdictsIn({ records }: Storage, rehearsal: string) {
  const right: Record<'agrees' | 'contradicts', number[]> = { agrees: [], contradicts: [] };
  const seen = new Set<string>();
  for (const { snapshot, end } of await records.rehearsedIn(rehearsal)) {
    const option = optionIn(snapshot.batch[0]?.text ?? '');
    const isSame = past.keyOf(Number(option), 0) === past.keyOf(Number(option), 1);
    const truth = isSame ? 'agrees' : 'contradicts';
    // In the first round nobody had said anything about it yet.
    if (seen.has(option)) right[truth].push(Number(end?.verdict === truth));
    seen.add(option);
  }
  const shareOf = (all: readonly number[]) => round(sumOf(all) / Math.max(1, all.length), 3);
  return { agrees: shareOf(right.agrees), contradicts: shareOf(right.contradicts) };
}
