import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { launchBrowser, openPageIn } from '../../../test/support/discord/page-browser.ts';
import { liveSettings, servePage } from '../../../test/support/discord/page.ts';
import { seededStore } from '../../../test/support/storage/seeded-store.ts';

const folder = new URL('../../../docs/images/page/', import.meta.url);

/** `PAGE_PICTURES=yes npx vitest run --project unit adapters/http/page/pictures.test.ts` takes the pictures of docs/page.md. */
it.runIf(process.env['PAGE_PICTURES'] === 'yes')('takes the pictures of the page for its docs', async () => {
  const storage = await seededStore({ text: 'Why is my key refused since the update?' });
  const file =
    'kb: { sources: [{ site: https://docs.example.com/, group: server }, { github: acme/server }] }\n' +
    'discord: { channels: { help: { when_unknown: say_so }, chat: { mode: mention } } }\n' +
    'ai_response: { project_introduction: Acme is a server for small teams. }';
  const { settings } = await liveSettings(storage, file);
  await settings?.change([{ path: ['discord', 'channels', 'chat', 'how_sure'], value: 7 }], '77');
  const page = await servePage(storage, { settings });
  const browser = await launchBrowser();
  const { tab, close } = await openPageIn(browser, await page.link(), {
    viewport: { width: 1_000, height: 700 },
  });
  for (const [name, path] of [
    ['questions', ''],
    ['question', '/questions/1000000'],
    ['gaps', '/gaps'],
    ['team', '/team'],
    ['sources', '/sources'],
    ['numbers', '/numbers'],
    ['settings', '/settings'],
  ] as const) {
    await tab.goto(`${page.url}/page${path}`);
    expect(await tab.locator('h1').count()).toBe(1);
    await tab.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)) });
  }
  await close();
  await browser.close();
});
