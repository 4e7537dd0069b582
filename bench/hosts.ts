import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../adapters/storage/open-storage.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { startTcpProxy, type TcpProxy } from '../test/support/tcp-proxy.ts';
import { createLogger } from '../workers/wiring/logger.ts';
import { openStore } from '../workers/wiring/open-adapters.ts';
import { countAnswers, type AnswerCounts } from './answer-states.ts';
import type { BenchOptions } from './bench.ts';
import { printResult } from './bench-results.ts';
import { manyChannels, withDiscordBench, type DiscordBench } from './discord-bench.ts';
import type { Supervised } from './supervised.ts';

const questionCount = 200;
const captureCount = 40;
const channelCount = 20;
const askingMilliseconds = 60_000;
/** In a short round the freeze is longer than what PostgreSQL allows a silent transaction, and no more. */
const freezeMilliseconds = { short: 15_000, full: 60_000 };
const awayMilliseconds = 5_000;

interface Host {
  readonly name: string;
  readonly process: Supervised;
  readonly postgres: TcpProxy;
  readonly temporal: TcpProxy;
}

interface Round extends AnswerCounts {
  readonly captures: number;
  readonly captures_lost: number;
  readonly faults_by_kind: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/**
 * The bot, reply and library as three processes with folders of their own, a PostgreSQL and a Temporal apart, and between them
 * proxies that cut and slow. Each round every fault happens at least once: a host is killed, cut off from either server, slowed
 * and frozen, and a new one joins. Namespaces of the network are not used.
 */
export async function run({ json, full, rounds = 1 }: BenchOptions): Promise<void> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const options = {
      channels: manyChannels(channelCount),
      waitSeconds: 1,
      answerRepeats: 120,
      postgresUrl: postgres.url,
    };
    const results = await withDiscordBench(options, async (bench) => {
      const library = await host(bench, 'c', 'library', postgres.port);
      const hosts = [
        library,
        await host(bench, 'a', 'bot', postgres.port),
        await host(bench, 'b', 'reply', postgres.port),
      ];
      await bench.indexDocuments();
      const storage = await openStore(bench.config, { log: createLogger({ level: 'silent', file: null }) });
      const done: Round[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        done.push(await play({ bench, hosts, storage, round, full, port: postgres.port }));
        process.stderr.write(`round ${round}: ${JSON.stringify(done.at(-1))}\n`);
      }
      await storage.close();
      for (const one of hosts)
        await Promise.all([one.process.stop(), one.postgres.close(), one.temporal.close()]);
      if (bench.discord.violations.length > 0) throw new Error(bench.discord.violations.join('; '));
      return done;
    });
    const sum = (key: Exclude<keyof Round, 'faults_by_kind'>) =>
      results.reduce((all, result) => all + result[key], 0);
    const keys = ['asked', 'answered_once', 'lost', 'doubled', 'half', 'captures', 'captures_lost'] as const;
    const totals = Object.fromEntries(keys.map((key) => [key, sum(key)])) as Readonly<
      Record<(typeof keys)[number], number>
    >;
    const faults: Record<string, number> = {};
    for (const { faults_by_kind: kinds } of results)
      for (const [kind, count] of Object.entries(kinds)) faults[kind] = (faults[kind] ?? 0) + count;
    console.log(
      Object.entries({ ...totals, ...faults })
        .map(([key, count]) => `${key.padEnd(20)} ${count}`)
        .join('\n'),
    );
    if (json)
      printResult('hosts', { rounds: results.length, ...totals, faults_by_kind: faults, each: results });
    if (totals.answered_once !== totals.asked || totals.captures_lost !== 0) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}

/** A worker that shares nothing with the others but the two servers, which it reaches through proxies of its own. */
async function host(bench: DiscordBench, name: string, role: string, postgresPort: number): Promise<Host> {
  const postgres = await startTcpProxy({ port: postgresPort });
  const temporal = await startTcpProxy({ port: bench.temporal.port });
  const folder = join(bench.dir, `host-${name}`);
  await mkdir(folder);
  const url = new URL(bench.config.storage.url?.reveal() ?? '');
  url.port = String(postgres.port);
  const process = await bench.worker(name, role, {
    TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
    STEWARD__STORAGE__URL: url.href,
    STEWARD__STORAGE__DATA_DIR: folder,
    // The documents are where the library is.
    ...(role !== 'library' && { STEWARD__KB__SOURCES_DIR: join(folder, 'documents') }),
  });
  return { name, process, postgres, temporal };
}

async function away(proxy: TcpProxy): Promise<void> {
  proxy.onRequest = proxy.onAnswer = () => 'cut';
  proxy.cut();
  await sleep(awayMilliseconds);
  proxy.onRequest = proxy.onAnswer = () => 'pass';
}

async function slowed(...proxies: readonly TcpProxy[]): Promise<void> {
  for (const proxy of proxies) proxy.delayMilliseconds = 100;
  await sleep(awayMilliseconds);
  for (const proxy of proxies) proxy.delayMilliseconds = 0;
}

async function play({
  bench,
  hosts,
  storage,
  round,
  full,
  port,
}: {
  readonly bench: DiscordBench;
  readonly hosts: Host[];
  readonly storage: Storage;
  readonly round: number;
  readonly full: boolean;
  readonly port: number;
}): Promise<Round> {
  const { discord, channels } = bench;
  const began = performance.now();
  const frozen = full ? freezeMilliseconds.full : freezeMilliseconds.short;
  const faults: readonly (readonly [string, (one: Host) => Promise<unknown>])[] = [
    ['killed', async ({ process }) => process.kill()],
    ['cut_from_postgres', ({ postgres }) => away(postgres)],
    ['cut_from_temporal', ({ temporal }) => away(temporal)],
    ['slowed', ({ postgres, temporal }) => slowed(postgres, temporal)],
    ['frozen', ({ process }) => process.freeze(frozen)],
    ['joined', async () => hosts.push(await host(bench, `${round}-joined`, 'reply', port))],
  ];
  const counts: Record<string, number> = {};
  const asked = new AbortController();
  const disturbing = (async () => {
    for (let at = 0; at < faults.length || !asked.signal.aborted; at += 1) {
      const [kind, strike] = faults[at % faults.length] ?? [];
      const victim = hosts[Math.floor(Math.random() * hosts.length)];
      if (!kind || !strike || !victim || (kind === 'joined' && counts[kind])) continue;
      await strike(victim);
      counts[kind] = (counts[kind] ?? 0) + 1;
      await sleep(1_000 + Math.random() * 2_000);
    }
  })();
  // It is awaited below; what it fails with meanwhile must not end the process unheard.
  disturbing.catch(() => {});
  const questions: string[] = [];
  const taught: string[] = [];
  for (let at = 0; at < questionCount; at += 1) {
    const place = channels[at % channels.length] ?? '';
    const text = `How do I set the port number ${at} in round ${round}?`;
    questions.push(discord.say({ by: `Member ${round}-${at}`, text, in: place }).id);
    if (at % (questionCount / captureCount) === 0) {
      const lesson = discord.say({
        by: `Pupil ${round}-${at}`,
        text: `Is fan ${at} of round ${round} loud?`,
        in: place,
      });
      taught.push(
        discord.say({ by: 'Maya', text: `Fan ${at} is quiet.`, in: place, team: true, replyTo: lesson.id })
          .id,
      );
    }
    await sleep((Math.random() * 2 * askingMilliseconds) / questionCount);
  }
  asked.abort();
  await disturbing;
  const archived = async () => {
    const held = new Set((await storage.library.rawEntries()).flatMap(({ messageIds }) => messageIds));
    return taught.filter((id) => held.has(id)).length;
  };
  const isDone = async () => (await archived()) === taught.length;
  return {
    ...(await countAnswers({ discord, storage, questions, isDone })),
    captures: taught.length,
    captures_lost: taught.length - (await archived()),
    faults_by_kind: counts,
    seconds: Math.round((performance.now() - began) / 1_000),
  };
}
