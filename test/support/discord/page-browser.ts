import axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { findOnPath } from '../../../adapters/packages/find-program.ts';

/** The page for moderators in a real browser, and a person's hand on it. */

/** The Chromium of this machine; null if there is none, and tests that need it are skipped. */
export const browserPath = await findOnPath(
  ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'],
  process.env['PATH'] ?? '',
);

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath ?? 'chromium', args: ['--no-sandbox'] });

export interface OpenedPage {
  readonly tab: Page;
  /** Dialogs, errors, and messages of the console. */
  readonly troubles: readonly string[];
  /** Mouse presses since the last call, by the browser's events; none without JavaScript. */
  readonly clicks: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Counts in the session's storage, so that clicks outlive a view. */
const countsClicks = `
  const take = () => Number(sessionStorage.getItem('clicks'));
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && sessionStorage.setItem('clicks', take() + 1), true);
  globalThis.takeClicks = () => {
    const taken = take();
    sessionStorage.removeItem('clicks');
    return taken;
  };
`;

/** Opens the page by a moderator's link. */
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

/** The widget closes its root: a test looks into it all the same. */
export const opensRoots = `
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    return attach.call(this, { ...init, mode: 'open' });
  };
`;

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Axe {
  readonly run: (options: object) => Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>;
}

/** What axe finds in the open view: WCAG 2.2 AA and its best practices. */
export const violationsIn = (tab: Page): Promise<readonly string[]> =>
  tab.evaluate(async (only) => {
    const { axe: injected } = globalThis as unknown as { readonly axe: Axe };
    const { violations } = await injected.run({ runOnly: only });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, tags);

/** From the start of the navigation until something is visible. */
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
  '/rehearsal',
  '/numbers',
  '/keys',
  '/settings',
];

/** The mouse, or the keyboard alone. */
export type Hand = 'mouse' | 'keyboard';

/** What a person looks for: an element by its role and name, or the summary of something that can be opened. */
type Sought = string | { readonly role: 'link' | 'button' | 'textbox'; readonly name: string };

/** With `row`, only buttons and summaries in the row with this text. */
export function handIn(tab: Page, hand: Hand, row: string | null = null) {
  const place = (sought: Sought): Locator => {
    const isLink = typeof sought !== 'string' && sought.role === 'link';
    const scope =
      isLink || row === null ? tab.locator('body') : tab.locator('ol.rows > li', { hasText: row });
    return typeof sought === 'string'
      ? scope.locator('summary', { hasText: sought })
      : scope.getByRole(sought.role, { name: sought.name, exact: true });
  };
  const press = async (...all: readonly Sought[]): Promise<void> => {
    for (const sought of all) {
      const found = place(sought);
      const leadsOn = typeof sought !== 'string' && sought.role !== 'textbox';
      const loaded = leadsOn ? tab.waitForEvent('load') : null;
      if (hand === 'mouse') await found.click();
      else await tabTo(tab, found);
      if (hand === 'keyboard' && (leadsOn || typeof sought === 'string')) await tab.keyboard.press('Enter');
      await loaded;
    }
  };
  return {
    press,
    /** Types into the next field. */
    async type(text: string) {
      await tab.keyboard.press('Tab');
      await tab.keyboard.type(text);
    },
    /** Types at the cursor. */
    write: (text: string) => tab.keyboard.type(text),
    inRow: (text: string) => handIn(tab, hand, text),
  };
}

const mostStops = 300;

/** Presses Tab until the element has the focus. */
async function tabTo(tab: Page, found: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await found.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await tab.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead to the element.');
}
