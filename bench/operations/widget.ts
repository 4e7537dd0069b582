import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { freePort } from '../../adapters/temporal/server/free-port.ts';
import { opensRoots, launchBrowser } from '../../test/support/discord/page-browser.ts';
import { serveWidgetSite } from '../../test/support/discord/widget-site.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import type { Script } from '../../test/support/provider/scripted-provider.ts';
import { median, report, type BenchOptions } from '../bench-results.ts';
import { withDiscordBench } from '../support/discord-bench.ts';

const key = 'docs-of-the-widget-bench';
const asks = 10;

/**
 * The script for web pages, from a running worker, on a page of another origin, in Chromium: when a question's first status
 * comes, and whether an answer comes once when the worker is killed in its middle.
 */
export async function run(options: BenchOptions): Promise<void> {
  const port = await freePort();
  const killed = killing();
  const result = await withDiscordBench(
    {
      channels: ['help'],
      waitSeconds: 0.3,
      script: killed.script,
      beside: () => ({ http: { port, visitor_requests_per_minute: 1_000 } }),
    },
    async (bench) => {
      await using opened = new AsyncDisposableStack();
      const worker = await bench.worker('steward', 'all');
      await bench.indexDocuments();
      const steward = `http://127.0.0.1:${port}`;
      const site = await serveWidgetSite({ steward: () => steward, key });
      opened.defer(site.close);
      const { records } = await bench.openStorage();
      const limits = { sources: null, questionsPerDay: null };
      await records.savePublishableKey({ key, name: 'Docs', origins: [site.url], ...limits });
      // The worker looks for new keys every few seconds. An empty body is refused, once the key is not.
      while ((await post(steward, site.url, {})).status !== 400) await sleep(200);
      const first_status_ms = await firstStatus(steward, site.url);
      const before = await records.replyRecordsWhere({ limit: 100 });
      killed.next(() => worker.kill());
      const browser = await launchBrowser();
      opened.defer(() => browser.close());
      const shown = await answersShown(browser, site.url);
      const rows = (await records.replyRecordsWhere({ limit: 100 })).length - before.length;
      const isOnce = shown === 1 && rows === 1 && killed.times() === 1;
      return { first_status_ms, answers_once_through_kill: Number(isOnce) };
    },
  );
  report('widget', result, options);
}

/** A model that agrees, but for one answer, in whose middle it calls `kill` and says nothing more. */
function killing() {
  let [kill, times]: [(() => void) | null, number] = [null, 0];
  const script: Script = (call) => {
    if (call.decision !== 'LLMGenerationResult' || !kill) return agreeable(call);
    kill();
    [kill, times] = [null, times + 1];
    return 'hang';
  };
  return { script, next: (given: () => void) => (kill = given), times: () => times };
}

/** Asks in the widget, and counts the answers that it shows. */
async function answersShown(browser: Browser, url: string): Promise<number> {
  const tab = await browser.newPage();
  await tab.addInitScript({ content: opensRoots });
  await tab.goto(url);
  await tab.getByRole('button', { name: 'Ask' }).click();
  await tab.getByRole('textbox').fill('How do I set the port while you are killed?');
  await tab.keyboard.press('Enter');
  await tab.getByRole('button', { name: 'Not helpful' }).waitFor({ timeout: 60_000 });
  return tab.locator('.answer').count();
}

const post = (steward: string, origin: string, body: object): Promise<Response> =>
  fetch(`${steward}/v1/ask`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The median until the first status of a question. */
async function firstStatus(steward: string, origin: string): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < asks; at += 1) {
    const started = performance.now();
    const response = await post(steward, origin, { question: `How do I set port ${at}?` });
    for await (const chunk of response.body ?? []) {
      if (!Buffer.from(chunk).toString().includes('event: status')) continue;
      times.push(performance.now() - started);
      break;
    }
  }
  return Math.round(median(times));
}
