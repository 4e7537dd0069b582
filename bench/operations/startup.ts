import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../adapters/temporal/server/free-port.ts';
import { median, report, round, type BenchOptions } from '../bench-results.ts';
import { benchFolder } from '../support/bench-folder.ts';
import { manyChannels, withDiscordBench } from '../support/discord-bench.ts';
import { measureImage, withImageFiles } from './image-size.ts';

/** V8 returns the memory of the start within some seconds. */
const restMilliseconds = 20_000;
const loadSeconds = 10;
const questionsPerSecond = 20;

/**
 * How long a command takes to show its help and to read the store, and a worker to start; the size of an installation
 * on disk, and of a worker with all roles in memory, at rest and under 20 questions a second. Measures the image's
 * files. Reads `/proc`.
 */
export async function run(options: BenchOptions): Promise<void> {
  const measured = await withImageFiles(async (app) => ({
    ...(await measureCommands(app)),
    ...measureImage(app),
    ...(await measureWorker(app)),
    container_first_answer_s: await firstAnswerSeconds(app),
  }));
  report('startup', measured, options);
}

const measureWorker = (app: string) =>
  withDiscordBench({ channels: manyChannels(20), waitSeconds: 0.3 }, async (bench) => {
    const own = { env: {}, release: app };
    // The first start fills the compile cache, which the image includes.
    const first = await bench.worker('first', 'all', own);
    await bench.indexDocuments();
    await first.stop();
    const started = performance.now();
    const serving = await bench.worker('worker', 'all', own);
    const worker_ms = Math.round(performance.now() - started);
    const residentMb = () => megabytesOf(serving.pid() ?? 0);
    await sleep(restMilliseconds);
    const rss_rest_mb = residentMb();
    let rss_load_mb = rss_rest_mb;
    for (let asked = 0; asked < loadSeconds * questionsPerSecond; asked += 1) {
      const channel = bench.channels[asked % bench.channels.length] ?? '';
      bench.discord.say({
        by: `member-${asked}`,
        text: `How do I set the port of number ${asked}?`,
        in: channel,
      });
      rss_load_mb = Math.max(rss_load_mb, residentMb());
      await sleep(1000 / questionsPerSecond);
    }
    return { worker_ms, rss_rest_mb, rss_load_mb };
  });

/**
 * From the start of the image's program on an empty volume, with its own Temporal server, the embedded model and one document, to the
 * first answer. The server's program is in the image already.
 */
async function firstAnswerSeconds(app: string): Promise<number> {
  await using ending = new AsyncDisposableStack();
  const { path: dir } = ending.use(await benchFolder());
  const [port, config] = [await freePort(), join(dir, 'config.yaml')];
  const sources = join(dir, 'data', 'knowledge-base', 'sources');
  mkdirSync(sources, { recursive: true });
  writeFileSync(
    join(sources, 'ports.md'),
    '# Ports\n\n## Set the port\n\nSet the port with the setting `port`, like `port: 8080`.\n',
  );
  const settings = {
    storage: { data_dir: 'data' },
    http: { port },
    ai_response: { llm: { model: 'extractive' } },
  };
  writeFileSync(config, JSON.stringify(settings));
  const { TEMPORAL_ADDRESS: _, ...env } = process.env;
  const key = 'key-of-the-startup-bench';
  const started = performance.now();
  const worker = spawn(
    process.execPath,
    [join(app, 'bin/steward.js'), 'worker', '--role', 'reply,library', '-c', config],
    { cwd: dir, env: { ...env, STEWARD__HTTP__API_KEYS: key }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  ending.defer(async () => {
    worker.kill();
    if (worker.exitCode === null) await once(worker, 'close');
  });
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    'content-type': 'application/json',
  };
  for (let at = 0; worker.exitCode === null; at += 1) {
    const body = JSON.stringify({ question: 'How do I set the port?', request_id: `r${at}` });
    const answer = await fetch(`http://127.0.0.1:${port}/v1/ask`, { method: 'POST', headers, body })
      .then((response) => response.text())
      .catch(() => '');
    if (answer.includes('"outcome":"answered"')) return round((performance.now() - started) / 1_000, 1);
    await sleep(100);
  }
  throw new Error('The worker ended before it answered.');
}

/** The medians of five runs of the image's program, after a first one that fills the compile cache. */
async function measureCommands(app: string) {
  await using folder = await benchFolder();
  const config = join(folder.path, 'config.yaml');
  writeFileSync(config, JSON.stringify({ storage: { data_dir: join(folder.path, 'data') } }));
  const { TEMPORAL_ADDRESS: _, ...env } = process.env;
  const millisecondsOf = (...args: readonly string[]): number => {
    const times = Array.from({ length: 6 }, () => {
      const started = performance.now();
      const program = [join(app, 'bin/steward.js'), ...args];
      const { status } = spawnSync(process.execPath, program, { cwd: folder.path, env });
      if (status !== 0) throw new Error(`steward ${args.join(' ')} ended with ${status}`);
      return performance.now() - started;
    });
    return Math.round(median(times.slice(1)));
  };
  return {
    help_ms: millisecondsOf('--help'),
    store_command_ms: millisecondsOf('library', 'list', '-c', config),
  };
}

function megabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1]) / 1024);
}
