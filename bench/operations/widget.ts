import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { freePort } from '../../adapters/temporal/server/free-port.ts';
import { opensRoots, launchBrowser, violationsIn } from '../../test/support/discord/page-browser.ts';
import { serveWidgetSite } from '../../test/support/discord/widget-site.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import type { Script } from '../../test/support/provider/scripted-provider.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { openStore } from '../../workers/wiring/open-adapters.ts';
import { printResult, printRows, quantile, round, type BenchOptions } from '../bench-results.ts';
import { withDiscordBench } from '../support/discord-bench.ts';

const key = 'docs-of-the-widget-bench';
const asks = 10;

/**
 * The script for web pages, from a running worker, on a page of another origin with a strict policy, in Chromium: its weight, what
 * axe finds in light, in dark and on a phone, and whether an answer comes once when the worker is killed in its middle.
 */
export async function run({ json }: BenchOptions): Promise<void> {
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
      const worker = await bench.worker('steward', 'all');
      await bench.indexDocuments();
      const steward = `http://127.0.0.1:${port}`;
      const site = await serveWidgetSite({ steward: () => steward, key });
      const storage = await openStore(bench.config, { log: createLogger({ level: 'silent', file: null }) });
      const limits = { sources: null, questionsPerDay: null };
      await storage.records.savePublishableKey({ key, name: 'Docs', origins: [site.url], ...limits });
      // The worker looks for new keys every few seconds. An empty body is refused, once the key is not.
      while ((await post(steward, site.url, {})).status !== 400) await sleep(200);
      const browser = await launchBrowser();
      try {
        const seen = await lookAt(browser, site.url);
        const first_status_ms = await firstStatus(steward, site.url);
        const { records } = storage;
        const before = await records.replyRecordsWhere({ limit: 100 });
        killed.next(() => worker.kill());
        const { tab, ask, close } = await open(browser, site.url);
        await ask('How do I set the port while you are killed?');
        await answered(tab).waitFor({ timeout: 60_000 });
        const shown = await tab.locator('.answer').count();
        await close();
        const rows = (await records.replyRecordsWhere({ limit: 100 })).length - before.length;
        const isOnce = shown === 1 && rows === 1 && killed.times() === 1;
        const script = await (await fetch(`${steward}/widget.js`)).text();
        const kb_gz = round(gzipSync(script).byteLength / 1_000, 1);
        return { kb_gz, ...seen, first_status_ms, answers_once_through_kill: Number(isOnce) };
      } finally {
        await browser.close();
        await storage.close();
        site.close();
      }
    },
  );
  printRows(Object.entries(result));
  if (json) printResult('widget', result);
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

async function open(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  for (const content of [opensRoots, axe.source]) await context.addInitScript({ content });
  const tab = await context.newPage();
  const [errors, hosts]: [string[], Set<string>] = [[], new Set()];
  tab.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  tab.on('request', (request) => void hosts.add(new URL(request.url()).host));
  await tab.goto(url);
  await tab.getByRole('button', { name: 'Ask' }).click();
  const ask = async (question: string) => {
    await tab.getByRole('textbox').fill(question);
    await tab.keyboard.press('Enter');
  };
  return { tab, ask, errors, hosts, cookies: () => context.cookies(), close: () => context.close() };
}

const answered = (tab: Page) => tab.getByRole('button', { name: 'Not helpful' });

const looks = [{}, { colorScheme: 'dark' }, { viewport: { width: 380, height: 720 } }] as const;

async function lookAt(browser: Browser, url: string) {
  const sums = { axe_violations: 0, csp_violations: 0, requests_to_others: 0, cookies: 0 };
  for (const options of looks) {
    const { tab, ask, errors, hosts, cookies, close } = await open(browser, url, options);
    await ask('How do I set the port?');
    await answered(tab).waitFor();
    sums.axe_violations += (await violationsIn(tab)).length;
    sums.csp_violations += errors.filter((text) => text.includes('Content Security Policy')).length;
    // The site itself and Steward.
    sums.requests_to_others += hosts.size - 2;
    sums.cookies += (await cookies()).length;
    await close();
  }
  return sums;
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
  return Math.round(quantile(times, 0.5));
}
