import axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findBrowser } from '../../../adapters/pages/browser/find-browser.ts';

/** The page for moderators in a real browser. */

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findBrowser(null), args: ['--no-sandbox'] });

export interface OpenedPage {
  readonly tab: Page;
  /** Dialogs, errors, and all that the browser says of the page. */
  readonly troubles: readonly string[];
  /** Presses of the mouse since the last look, as the browser's events tell them. None are told without JavaScript. */
  readonly clicks: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** In the session's storage, so that they outlive a view. */
const countsClicks = `
  const take = () => Number(sessionStorage.getItem('clicks'));
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && sessionStorage.setItem('clicks', take() + 1), true);
  globalThis.takeClicks = () => {
    const taken = take();
    sessionStorage.removeItem('clicks');
    return taken;
  };
`;

/** Somebody who has entered by their link. */
export async function openPageIn(
  browser: Browser,
  link: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 850 }, ...options });
  await context.addInitScript({ content: axe.source });
  await context.addInitScript({ content: countsClicks });
  const tab = await context.newPage();
  const troubles: string[] = [];
  tab.on('dialog', (dialog) => void (troubles.push('dialog'), dialog.dismiss()));
  tab.on('console', (message) => void troubles.push(message.text()));
  tab.on('pageerror', (error) => void troubles.push(error.message));
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Open the page' }).click();
  await tab.waitForURL('**/page');
  const clicks = () => tab.evaluate<number>(`takeClicks()`);
  return { tab, troubles, clicks, close: () => context.close() };
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Axe {
  readonly run: (options: object) => Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>;
}

/** What axe finds in the view that is open: WCAG 2.2 AA, and its best practices. */
export const violationsIn = (tab: Page): Promise<readonly string[]> =>
  tab.evaluate(async (only) => {
    const { axe: injected } = globalThis as unknown as { readonly axe: Axe };
    const { violations } = await injected.run({ runOnly: only });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, tags);

/** From the start of the navigation until something is seen. */
export async function firstPaintMilliseconds(tab: Page): Promise<number> {
  const paint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null`;
  for (;;) {
    const painted = await tab.evaluate<number | null>(paint);
    if (painted !== null) return painted;
    await tab.waitForTimeout(5);
  }
}

/** Every view, by its path below `/page`, for a store with a question of this id. */
export const viewPaths = (questionId: string): readonly string[] => [
  '',
  '?text=licence',
  '?outcome=held&page=2',
  `/questions/${questionId}`,
  '/gaps',
  '/team',
  '/sources',
  '/numbers',
  '/ask',
  '/changes',
];
