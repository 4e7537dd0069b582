import axe from 'axe-core';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findBrowser } from '../../pages/browser/find-browser.ts';
import { hostile, seededStore, servePage } from '../../../test/support/discord/page.ts';
import { entry } from '../../../test/support/storage/test-store.ts';

describe('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: await findBrowser(null), args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

  /** Somebody who has entered by their link. */
  async function entered(
    page: Awaited<ReturnType<typeof servePage>>,
    options: Parameters<Browser['newContext']>[0] = {},
  ) {
    const context = await browser.newContext({ viewport: { width: 1100, height: 850 }, ...options });
    onTestFinished(() => context.close());
    const tab = await context.newPage();
    const troubles: string[] = [];
    tab.on('dialog', (dialog) => void (troubles.push('dialog'), dialog.dismiss()));
    tab.on('console', (message) => void troubles.push(message.text()));
    tab.on('pageerror', (error) => void troubles.push(error.message));
    await tab.goto(await page.link());
    await tab.getByRole('button', { name: 'Open the page' }).click();
    await tab.waitForURL('**/page');
    return { tab, troubles };
  }

  const violations = async (tab: Page): Promise<readonly string[]> => {
    await tab.context().addInitScript({ content: axe.source });
    await tab.reload();
    const run = (only: readonly string[]) =>
      (
        globalThis as unknown as {
          axe: {
            run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
        }
      ).axe
        .run({ runOnly: only })
        .then((result) => result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`));
    return tab.evaluate(run, tags);
  };

  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 380, height: 800 } }],
  ] as const)(
    'each view can be read by everyone, and shows hostile texts as texts: %s',
    async (_, options) => {
      const waiting = [
        { id: 'w/capture/1', about: 'remove', pair: entry(2), removals: [entry(1)] },
        { id: '42', about: 'learn', pair: entry(3), removals: [] },
      ] as const;
      const page = await servePage(await seededStore(), { waiting });
      const { tab, troubles } = await entered(page, { bypassCSP: false, ...options });
      for (const [view, path] of [
        ['questions', ''],
        ['question', '/questions/1000000'],
        ['hostile', '/questions/1000002'],
        ['draft', '/questions/1000003'],
        ['gaps', '/gaps'],
        ['team', '/team'],
        ['sources', '/sources'],
        ['numbers', '/numbers'],
        ['ask', '/ask'],
        ['changes', '/changes'],
      ] as const) {
        await tab.goto(`${page.url}/page${path}`);
        expect([view, await violations(tab)]).toEqual([view, []]);
        expect(await tab.locator('script, img[src="x"], a[href^="javascript"]').count()).toBe(0);
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect([view, await tab.evaluate(overflow)]).toEqual([view, 0]);
      }
      await tab.goto(`${page.url}/page/questions/1000002`);
      expect(await tab.locator('blockquote').textContent()).toBe(hostile.replace('\u202E', ''));
      expect(troubles).toEqual([]);
    },
  );

  it('works by keyboard and without scripts: a pair is found and retracted', async () => {
    const storage = await seededStore();
    const page = await servePage(storage);
    const { tab } = await entered(page, { javaScriptEnabled: false });
    await tab.getByRole('link', { name: 'Team knowledge' }).focus();
    await tab.keyboard.press('Enter');
    await tab.waitForURL('**/page/team');
    await tab.getByRole('searchbox').focus();
    await tab.keyboard.type('licence key');
    await tab.keyboard.press('Enter');
    await tab.waitForURL('**/page/team?text=*');
    await tab.locator('summary', { hasText: 'Retract' }).focus();
    await tab.keyboard.press('Enter');
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Enter');
    await tab.getByRole('status').waitFor();
    expect([...(await storage.library.retracted())]).toEqual([entry(1).qaId]);
  });

  const pictures = process.env['STEWARD_PICTURES'] ?? '';
  it.runIf(pictures !== '')('takes the pictures of docs/page.md', async () => {
    const page = await servePage(
      await seededStore({ questions: 90, text: 'Why is my key refused since the update?' }),
    );
    const { tab } = await entered(page, { viewport: { width: 1000, height: 700 } });
    for (const [name, path] of [
      ['questions', ''],
      ['question', '/questions/1000000'],
      ['numbers', '/numbers'],
    ] as const) {
      await tab.goto(`${page.url}/page${path}`);
      await tab.screenshot({ path: join(pictures, `${name}.png`) });
    }
    expect(await tab.title()).toBe('Numbers · Steward');
  });
});
