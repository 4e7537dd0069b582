import { gzipSync } from 'node:zlib';
import { startOnce } from '../adapters/temporal/runs/start-once.ts';
import { freePort } from '../adapters/temporal/server/free-port.ts';
import type { ReplyRecord } from '../domain/reply/reply-record.ts';
import {
  firstPaintMilliseconds,
  launchBrowser,
  openPageIn,
  viewPaths,
  violationsIn,
} from '../test/support/discord/page-browser.ts';
import {
  handIn,
  prepareTasks,
  taskChannels,
  taskScript,
  until,
  type Hand,
} from '../test/support/discord/page-tasks.ts';
import { replyRecord } from '../test/support/values/messages.ts';
import { createLogger } from '../workers/wiring/logger.ts';
import { openStore } from '../workers/wiring/open-adapters.ts';
import { startsOf } from '../workflows/contract/starts.ts';
import type { BenchOptions } from './bench.ts';
import { printResult } from './bench-results.ts';
import { withDiscordBench, type DiscordBench } from './discord-bench.ts';

const questions = 10_000;
const mostClicks = 3;
const loads = 5;

/**
 * The page for moderators of a running worker, in Chromium: ten tasks by mouse and ten by keyboard without scripts, the stored
 * state checked after each; then, with 10,000 questions, what axe finds in each view, how heavy it is, and when it is seen.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const port = await freePort();
  const beside = {
    http: { port, page: true },
    discord: {
      channels: Object.fromEntries(
        Object.entries(taskChannels).map(([name, own]) => [
          name,
          { user_cooldown_seconds: 0, channel_cooldown_seconds: 0, ...own },
        ]),
      ),
    },
  };
  const channels = Object.keys(taskChannels);
  const result = await withDiscordBench(
    { channels, waitSeconds: 0.3, script: taskScript, beside },
    (bench) => measure(bench, `http://127.0.0.1:${port}`),
  );
  if (json) printResult('pages', result);
}

async function measure(bench: DiscordBench, url: string) {
  const { discord, config } = bench;
  const key = { STEWARD__HTTP__API_KEYS: 'a-key-of-sixteen-characters' };
  await bench.worker('steward', 'all', {
    env: { ...key, STEWARD__DISCORD__TEAM_CHANNEL_ID: discord.channelId('staff') },
  });
  await bench.indexDocuments();
  const storage = await openStore(config, { log: createLogger({ level: 'silent', file: null }) });
  const browser = await launchBrowser();
  const link = async () => {
    const shown = discord.interactions.command({ by: 'Maya', team: true, name: 'steward', sub: 'page' });
    await discord.until(() => /key=/.test(shown.text()), 'a link');
    return `${url}/page/enter?key=${/key=([\w-]+)/u.exec(shown.text())?.[1] ?? ''}`;
  };
  const client = await bench.temporal.connect();
  const fileGaps = async () => {
    const { workflowId } = await startOnce(client, startsOf(config.temporal.task_queue).gap({}));
    await client.workflow.getHandle(workflowId).result();
  };
  const doTasks = async (hand: Hand): Promise<number> => {
    const tasks = await prepareTasks({ discord, storage, fileGaps }, hand);
    const { tab, clicks, close } = await openPageIn(browser, await link(), {
      javaScriptEnabled: hand === 'mouse',
    });
    let done = 0;
    for (const task of tasks) {
      await tab.goto(`${url}/page`);
      await task.do(handIn(tab, hand));
      await until(task.name, task.isDone);
      const counted = hand === 'mouse' ? await clicks() : 0;
      process.stdout.write(`${task.name.padEnd(32)}${hand === 'mouse' ? `${counted} clicks` : hand}\n`);
      if (counted <= mostClicks) done += 1;
    }
    await close();
    return done;
  };
  try {
    const tasks_done = Math.min(await doTasks('mouse'), await doTasks('keyboard'));
    await addQuestions(storage.records);
    let [axe_violations, first_paint_ms, page_gz_kb] = [0, 0, 0];
    const paths = viewPaths('1000001');
    for (const options of [{}, { colorScheme: 'dark' }, { viewport: { width: 380, height: 800 } }] as const) {
      const { tab, close } = await openPageIn(browser, await link(), options);
      for (const path of paths) {
        await tab.goto(`${url}/page${path}`);
        axe_violations += (await violationsIn(tab)).length;
      }
      await close();
    }
    const { tab } = await openPageIn(browser, await link());
    const files = await Promise.all(
      ['style.css', 'icon.svg'].map(async (file) => (await fetch(`${url}/page/${file}`)).text()),
    );
    for (const path of paths) {
      const times: number[] = [];
      for (let load = 0; load < loads; load += 1) {
        await tab.goto(`${url}/page${path}`);
        times.push(await firstPaintMilliseconds(tab));
      }
      const median = times.toSorted((a, b) => a - b)[Math.floor(loads / 2)] ?? 0;
      const bytes = [await tab.content(), ...files].map((text) => gzipSync(text).length);
      const kb = bytes.reduce((sum, one) => sum + one) / 1_000;
      process.stdout.write(`/page${path}`.padEnd(32) + `${median.toFixed(0)} ms, ${kb.toFixed(1)} kB\n`);
      first_paint_ms = Math.max(first_paint_ms, Math.round(median));
      page_gz_kb = Math.max(page_gz_kb, Math.round(kb * 10) / 10);
    }
    const result = { axe_violations, page_gz_kb, first_paint_ms, tasks_done };
    for (const [what, value] of Object.entries(result)) process.stdout.write(`${what.padEnd(32)}${value}\n`);
    return result;
  } finally {
    await browser.close();
    await client.connection.close();
    await storage.close();
  }
}

/** Of eight weeks. */
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
