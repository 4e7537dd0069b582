import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions } from 'playwright-core';
import { freePort } from '../../adapters/temporal/server/free-port.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import {
  firstPaintMilliseconds,
  launchBrowser,
  openPageIn,
  type OpenedPage,
  viewPaths,
  violationsIn,
} from '../../test/support/discord/page-browser.ts';
import { prepareTasks, taskChannels, taskScript } from '../../test/support/discord/page-tasks.ts';
import type { TestDiscord } from '../../test/support/discord/test-discord.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { openStore } from '../../workers/wiring/open-adapters.ts';
import { printResult, quantile, round, type BenchOptions } from '../bench-results.ts';
import { withDiscordBench, type DiscordBench } from '../support/discord-bench.ts';

const questions = 10_000;
const loads = 5;

/** The page for moderators of a running worker, in Chromium, with 10,000 questions: what axe finds in each view, its weight, and its first paint. */
export async function run({ json }: BenchOptions): Promise<void> {
  const port = await freePort();
  const beside = (discord: TestDiscord) => ({
    http: { port, page: true },
    discord: {
      team_channel_id: discord.channelId('staff'),
      channels: taskChannels,
    },
  });
  const channels = Object.keys(taskChannels);
  const result = await withDiscordBench({ channels, waitSeconds: 0.3, script: taskScript, beside }, (bench) =>
    measure(bench, `http://127.0.0.1:${port}`),
  );
  if (json) printResult('pages', result);
}

async function measure(bench: DiscordBench, url: string) {
  const { discord, config, temporal } = bench;
  await bench.worker('steward', 'all', { env: { STEWARD__HTTP__API_KEYS: 'a-key-of-sixteen-characters' } });
  await bench.indexDocuments();
  const storage = await openStore(config, { log: createLogger({ level: 'silent', file: null }) });
  const browser = await launchBrowser();
  const client = await temporal.connect();
  const open: OpenPage = async (options) => {
    const shown = discord.interactions.command({ by: 'Maya', team: true, name: 'steward', sub: 'page' });
    await discord.until(() => /key=/.test(shown.text()), 'a link');
    const key = /key=([\w-]+)/u.exec(shown.text())?.[1] ?? '';
    return openPageIn(browser, `${url}/page/enter?key=${key}`, options);
  };
  try {
    await prepareTasks({ discord, storage }, 'mouse');
    await addQuestions(storage.records);
    const result = {
      axe_violations: await countViolations(open, url),
      ...(await weighViews(open, url)),
    };
    for (const [what, value] of Object.entries(result)) process.stdout.write(`${what.padEnd(32)}${value}\n`);
    return result;
  } finally {
    await browser.close();
    await client.connection.close();
    await storage.close();
  }
}

type OpenPage = (options?: BrowserContextOptions) => Promise<OpenedPage>;

const paths = viewPaths('1000001');

async function countViolations(open: OpenPage, url: string): Promise<number> {
  let found = 0;
  for (const options of [{}, { colorScheme: 'dark' }, { viewport: { width: 380, height: 800 } }] as const) {
    const { tab, close } = await open(options);
    for (const path of paths) {
      await tab.goto(`${url}/page${path}`);
      found += (await violationsIn(tab)).length;
    }
    await close();
  }
  return found;
}

/** The compressed size of the heaviest view with its files, and the latest first paint. */
async function weighViews(open: OpenPage, url: string) {
  const { tab, close } = await open();
  const files = await Promise.all(
    ['style.css', 'icon.svg'].map(async (file) => (await fetch(`${url}/page/${file}`)).text()),
  );
  const [weights, paints]: [number[], number[]] = [[], []];
  for (const path of paths) {
    const times: number[] = [];
    for (let load = 0; load < loads; load += 1) {
      await tab.goto(`${url}/page${path}`);
      times.push(await firstPaintMilliseconds(tab));
    }
    const paint = quantile(times, 0.5);
    const bytes = [await tab.content(), ...files].map((text) => gzipSync(text).length);
    const kb = bytes.reduce((sum, one) => sum + one) / 1_000;
    process.stdout.write(`${`/page${path}`.padEnd(32)}${paint.toFixed(0)} ms, ${kb.toFixed(1)} kB\n`);
    weights.push(round(kb, 1));
    paints.push(Math.round(paint));
  }
  await close();
  return { page_gz_kb: Math.max(...weights), first_paint_ms: Math.max(...paints) };
}

/** Adds questions of eight weeks. */
async function addQuestions({
  insertReplyRecord,
}: {
  readonly insertReplyRecord: (record: ReplyRecord) => Promise<unknown>;
}): Promise<void> {
  const insert = (at: number) =>
    insertReplyRecord(
      replyRecord(`${1_000_000 + at}`, {
        createdAt: new Date(Date.now() - at * (50 / questions) * 86_400_000).toISOString(),
        question: at % 3 === 0 ? 'Can two servers share one licence key?' : 'How do I set the port?',
        status: at % 5 === 0 ? 'held' : 'answered',
        answer: 'Set `port` in config.yaml. The default is 8080.',
      }),
    );
  for (let from = 0; from < questions; from += 500)
    await Promise.all(Array.from({ length: 500 }, (_, at) => insert(from + at)));
}
