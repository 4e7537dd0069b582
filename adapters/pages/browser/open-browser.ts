import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import pLimit from 'p-limit';
import { pageFailure } from '../network/page-failure.ts';
import { findBrowser } from './find-browser.ts';

export interface SharedBrowser {
  /** Runs `work` in a temporary profile. At most three run at a time. */
  use<Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const pagesAtOnce = 3;
const idleMilliseconds = 60_000;
const launchMilliseconds = 30_000;
const closeMilliseconds = 5_000;

/**
 * Starts one headless Chromium for the first page, and ends it after a minute without pages. It has no network of its own: its
 * proxy does not exist and names do not resolve, so a page gets only what the caller fetches for it.
 */
export function openBrowser({ browserPath }: { readonly browserPath: string | null }): SharedBrowser {
  const limit = pLimit(pagesAtOnce);
  let running: Promise<Browser> | null = null;
  let idle: NodeJS.Timeout | null = null;
  let inUse = 0;

  const start = (): Promise<Browser> => {
    const launched = launch(browserPath);
    running = launched;
    const forget = () => {
      if (running === launched) running = null;
    };
    launched.then((browser) => browser.once('disconnected', forget), forget);
    return launched;
  };

  const close = async () => {
    if (idle) clearTimeout(idle);
    const browser = await running?.catch(() => null);
    running = null;
    await browser?.close();
  };

  async function use<Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result> {
    if (idle) clearTimeout(idle);
    inUse += 1;
    try {
      const browser = await (running ?? start());
      const context = await browser.newContext({ serviceWorkers: 'block', acceptDownloads: false });
      try {
        return await work(context);
      } finally {
        // A hanging page may keep its profile from closing; then the whole browser is closed.
        if (!(await within(closeMilliseconds, context.close()))) await close();
      }
    } finally {
      inUse -= 1;
      if (inUse === 0) idle = setTimeout(() => void close().catch(() => {}), idleMilliseconds).unref();
    }
  }

  return { use: (work) => limit(() => use(work)), close };
}

async function launch(browserPath: string | null): Promise<Browser> {
  const executablePath = await findBrowser(browserPath);
  const playwright = await import('playwright-core').catch((error: unknown) => {
    throw pageFailure(
      'browser_missing',
      'The source says `render: true`, but the package playwright-core is not installed: npm install playwright-core.',
      { cause: error },
    );
  });
  return playwright.chromium
    .launch({
      executablePath,
      headless: true,
      timeout: launchMilliseconds,
      // Chromium refuses to run as root with its sandbox.
      chromiumSandbox: process.getuid?.() !== 0,
      proxy: { server: 'http://127.0.0.1:9', bypass: '<-loopback>' },
      args: [
        '--host-resolver-rules=MAP * ~NOTFOUND',
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      ],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch((error: unknown) => {
      throw pageFailure('browser_missing', `The browser ${executablePath} cannot be started.`, {
        cause: error,
      });
    });
}

/** Whether the work settled in time. */
function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const isSettled = () => true;
  return Promise.race([work.then(isSettled, isSettled), sleep(milliseconds, false, { ref: false })]);
}
