import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  browserPath,
  firstPaintMilliseconds,
  launchBrowser,
  openPageIn,
  viewPaths,
  violationsIn,
} from '../../../test/support/discord/page-browser.ts';
import { liveSettings, servePage } from '../../../test/support/discord/page.ts';
import { hostile, seededStore } from '../../../test/support/storage/seeded-store.ts';
import { newSnapshot, type RoutedBatch } from '../../../domain/intake/snapshot.ts';
import { formPair } from '../../../domain/team/form-pair.ts';
import { message } from '../../../test/support/values/messages.ts';
import { rehearsedEnd, rehearsedQuestion } from '../../../test/support/values/rehearsed.ts';
import { entry } from '../../../test/support/storage/test-store.ts';

describe.skipIf(browserPath === null)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function entered(
    page: Awaited<ReturnType<typeof servePage>>,
    options: Parameters<typeof openPageIn>[2] = {},
  ) {
    const opened = await openPageIn(browser, await page.link(), options);
    onTestFinished(opened.close);
    return opened;
  }

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
      const storage = await seededStore();
      const rehearsed = rehearsedQuestion(1, { text: hostile });
      const end = rehearsedEnd({ answer: hostile, verdict: 'contradicts', issues: [hostile] });
      await storage.records.saveRehearsed(rehearsed);
      await storage.records.endRehearsed(rehearsed.id, end);
      const file = 'kb: { sources: [{ url: https://example.com/faq }] }\ndiscord: { channels: { help: {} } }';
      const { settings } = await liveSettings(storage, file);
      const wanted = { path: ['ai_response', 'project_introduction'], value: hostile };
      expect(await settings?.change([wanted], '77')).toBeNull();
      const page = await servePage(storage, { waiting, settings });
      const { tab, troubles } = await entered(page, options);
      for (const [view, path] of [
        ['questions', ''],
        ['question', '/questions/1000000'],
        ['hostile', '/questions/1000002'],
        ['draft', '/questions/1000003'],
        ['gaps', '/gaps'],
        ['team', '/team'],
        ['sources', '/sources'],
        ['check', '/sources/check'],
        ['rehearsal', '/rehearsal'],
        ['numbers', '/numbers'],
        ['settings', '/settings'],
      ] as const) {
        await tab.goto(`${page.url}/page${path}`);
        expect([view, await violationsIn(tab)]).toEqual([view, []]);
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
    expect(await tab.getByText('Answers wait for the team.').count()).toBe(1);
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

  it('the team answers a question that has no answer, and Steward learns it', async () => {
    const storage = await seededStore();
    const [asked, started] = [
      message(999_001, { text: 'Can two servers share one licence key?' }),
      [] as string[],
    ];
    await storage.records.saveSnapshot(
      newSnapshot({ id: asked.id, route: 'reply', conversationId: 'c', batch: [asked] }),
    );
    const startCapture = async ({ snapshotId }: RoutedBatch) => void started.push(snapshotId);
    const { tab } = await entered(await servePage(storage, { runs: { startCapture } }));
    await tab.getByRole('link', { name: asked.text }).first().click();
    await tab.locator('summary', { hasText: 'Answer it' }).click();
    await tab.getByRole('textbox').fill('No, one key a server.');
    await tab.getByRole('button', { name: 'Learn it' }).click();
    await tab.getByText('I am learning this now.').waitFor();
    const taught = await storage.records.snapshot(started[0] ?? '');
    const turns =
      taught && formPair({ snapshot: taught, imageSummaries: [], imagesRead: false, mask: String });
    expect(turns).toMatchObject({
      entry: { turns: [{ text: asked.text }, { label: 'Team', text: 'No, one key a server.' }] },
    });
  });

  it('paints each view within a second when there are 10,000 questions', async () => {
    const page = await servePage(await seededStore({ questions: 10_000 }));
    const { tab } = await entered(page);
    for (const path of viewPaths('1000001')) {
      const times: number[] = [];
      // A fifth of that on a quiet machine. On a busy one, one of ten loads comes near it.
      while (times.length < 10 && times.every((time) => time >= 1_000)) {
        await tab.goto(`${page.url}/page${path}`);
        times.push(await firstPaintMilliseconds(tab));
      }
      expect([path, times.some((time) => time < 1_000)]).toEqual([path, true]);
    }
  });

  const pictures = process.env['STEWARD_PICTURES'] ?? '';
  it.runIf(pictures !== '')('takes the pictures of docs/page.md', async () => {
    const storage = await seededStore({ questions: 90, text: 'Why is my key refused since the update?' });
    const file =
      'kb: { sources: [{ site: https://docs.example.com/, group: server }, { github: acme/server }] }\n' +
      'discord: { channels: { help: { when_unknown: say_so }, chat: { mode: mention } } }';
    const { settings } = await liveSettings(storage, file);
    const page = await servePage(storage, { settings });
    const { tab } = await entered(page, { viewport: { width: 1000, height: 700 } });
    for (const [name, path] of [
      ['questions', ''],
      ['question', '/questions/1000000'],
      ['gaps', '/gaps'],
      ['team', '/team'],
      ['sources', '/sources'],
      ['settings', '/settings'],
      ['numbers', '/numbers'],
    ] as const) {
      await tab.goto(`${page.url}/page${path}`);
      await tab.screenshot({ path: join(pictures, `${name}.png`) });
    }
    expect(await tab.title()).toBe('Numbers · Steward');
  });
});
