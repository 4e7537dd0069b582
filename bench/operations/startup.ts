import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../adapters/temporal/server/free-port.ts';
import { printResult, quantile, round, type BenchOptions } from '../bench-results.ts';
import { manyChannels, withDiscordBench } from '../support/discord-bench.ts';
import { measureImage, megabytesIn, withImageFiles } from './image-size.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** V8 returns the memory of the start within some seconds. */
const restMilliseconds = 20_000;
const loadSeconds = 10;
const questionsPerSecond = 20;

/**
 * How long a command takes to show its help and to read the store, and a worker to start; the size of an installation
 * on disk, and of a worker with all roles in memory, at rest and under 20 questions a second. Measures the image's
 * files, except for `install_mb`, which is a checkout's. Reads `/proc`.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const installed = await withImageFiles(async (app) => ({
    ...measureCommands(app),
    ...measureImage(app),
    ...(await measureWorker(app)),
    container_first_answer_s: await firstAnswerSeconds(app),
  }));
  const result = { ...installed, install_mb: installedMegabytes() };
  for (const [what, value] of Object.entries(result)) console.log(what.padEnd(24), String(value).padStart(8));
  if (json) printResult('startup', result);
}

/** The size of a checkout's dependencies, without the caches of tools. */
function installedMegabytes(): number {
  const modules = join(root, 'node_modules');
  const caches = ['.cache', '.vitest-cache']
    .map((name) => join(modules, name))
    .filter((dir) => existsSync(dir));
  return megabytesIn(modules) - caches.reduce((sum, dir) => sum + megabytesIn(dir), 0);
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
  const dir = mkdtempSync(join(tmpdir(), 'steward-bench-'));
  const [port, config] = [await freePort(), join(dir, 'config.yaml')];
  mkdirSync(join(dir, 'data', 'knowledge-base', 'sources'), { recursive: true });
  writeFileSync(
    join(dir, 'data', 'knowledge-base', 'sources', 'ports.md'),
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
  try {
    for (let at = 0; worker.exitCode === null; at += 1) {
      const body = JSON.stringify({ question: 'How do I set the port?', request_id: `r${at}` });
      const headers = {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        'content-type': 'application/json',
      };
      const answer = await fetch(`http://127.0.0.1:${port}/v1/ask`, { method: 'POST', headers, body })
        .then((response) => response.text())
        .catch(() => '');
      if (answer.includes('"outcome":"answered"')) return round((performance.now() - started) / 1_000, 1);
      await sleep(100);
    }
    throw new Error('The worker ended before it answered.');
  } finally {
    worker.kill();
    if (worker.exitCode === null) await once(worker, 'close');
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The medians of five runs of the image's program, after a first one that fills the compile cache. */
function measureCommands(app: string): { readonly help_ms: number; readonly store_command_ms: number } {
  const dir = mkdtempSync(join(tmpdir(), 'steward-bench-'));
  const config = join(dir, 'config.yaml');
  writeFileSync(config, JSON.stringify({ storage: { data_dir: join(dir, 'data') } }));
  const { TEMPORAL_ADDRESS: _, ...env } = process.env;
  const median = (...args: readonly string[]): number => {
    const times = Array.from({ length: 6 }, () => {
      const started = performance.now();
      const { status } = spawnSync(process.execPath, [join(app, 'bin/steward.js'), ...args], {
        cwd: dir,
        env,
      });
      if (status !== 0) throw new Error(`steward ${args.join(' ')} ended with ${status}`);
      return performance.now() - started;
    });
    return Math.round(quantile(times.slice(1), 0.5));
  };
  try {
    return { help_ms: median('--help'), store_command_ms: median('unanswered', '-c', config) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function megabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1]) / 1024);
}
