import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { Asking } from '../../../domain/ports/interactions.ts';
import {
  browserPath,
  launchBrowser,
  opensRoots,
  violationsIn,
} from '../../../test/support/discord/page-browser.ts';
import { serveWidgetSite } from '../../../test/support/discord/widget-site.ts';
import { replyRecord } from '../../../test/support/values/messages.ts';
import { widgetTextsOf } from '../../../workers/running/serve-http.ts';
import { startHttpServer } from '../http-server.ts';
import { widgetScript } from './widget-route.ts';

const texts = widgetTextsOf(configSchema.parse({}));
const key = 'a-key-that-stands-in-a-page';

it('the script has at most 12 kB compressed', () => {
  expect(gzipSync(widgetScript(texts)).byteLength).toBeLessThanOrEqual(12_000);
});

const answer =
  'Set **the port**:\n\n```yaml\nserver:\n  port: 8080\n```\n\n- one\n- two `code`\n\n' +
  '[good](https://docs.example.com/a) [bad](javascript:alert(1)) <img src=x onerror=alert(1)>';

interface Served {
  readonly asked: Parameters<Asking['ask']>[0][];
  readonly votes: Parameters<Asking['vote']>[0][];
}

/** A site of its own origin with a strict policy, and Steward's HTTP server on another. */
async function serve(
  record: Partial<ReplyRecord>,
  attributes = '',
  breaks = 0,
): Promise<Served & { url: string }> {
  const [asked, votes]: [Served['asked'], Served['votes']] = [[], []];
  const site = await serveWidgetSite({ steward: () => server.url, key, attributes });
  const { url } = site;
  let left = breaks;
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    keys: { secret: [], publishable: () => [{ key, origins: [url] }], salt: 'salt' },
    trustedProxies: ['loopback'],
    requestsPerMinute: 1_000,
    visitorRequestsPerMinute: 1_000,
    keepAliveSeconds: 1,
    version: '1',
    knowledge: {} as never,
    page: null,
    widgetTexts: texts,
    log: { warn: () => {} },
    asking: {
      ask: async (request) => {
        asked.push(request);
        left -= 1;
        if (left >= 0) throw new Error('The connection breaks.');
        const made = replyRecord('7', { ...record, statuses: [] });
        return {
          conversationId: request.conversation.id,
          status: async () => 'GENERATING_ANSWER',
          row: async () => made,
        };
      },
      vote: async (vote) => void votes.push(vote),
    },
  });
  onTestFinished(async () => {
    site.close();
    await server.close();
  });
  return { url, asked, votes };
}

const answered = {
  status: 'answered',
  reason: 'answered',
  answer,
  citations: [
    { sourceId: 'kb:a.md', title: 'Ports > The port', url: 'https://docs.example.com/a#port', qaIds: [] },
  ],
} as const;

describe.skipIf(browserPath === null)('the widget in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  /** The shadow root is opened for the test alone. */
  async function open(url: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    await context.addInitScript({ content: opensRoots });
    await context.addInitScript({ content: axe.source });
    const tab = await context.newPage();
    const [troubles, requests]: [string[], string[]] = [[], []];
    tab.on('console', (message) => void (message.type() === 'error' && troubles.push(message.text())));
    tab.on('pageerror', (error) => void troubles.push(error.message));
    tab.on('dialog', (dialog) => void (troubles.push('dialog'), dialog.dismiss()));
    tab.on('request', (request) => void requests.push(request.url()));
    await tab.goto(url);
    await tab.getByRole('button', { name: 'Ask' }).waitFor();
    return { context, tab, troubles, requests };
  }

  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 380, height: 720 } }],
  ] as const)(
    'answers by keyboard under a strict policy, with nothing from elsewhere, no cookie and no storage, readable by everyone: %s',
    async (_, options) => {
      const { url, asked, votes } = await serve(
        answered,
        'data-person="https://discord.example.com/" data-version="2.x"',
      );
      const { context, tab, troubles, requests } = await open(url, options);
      expect(requests).toHaveLength(2);
      await tab.getByRole('button', { name: 'Ask' }).focus();
      await tab.keyboard.press('Enter');
      await tab.keyboard.type('How do I set the port?');
      await tab.keyboard.press('Enter');
      await tab.getByText('the port', { exact: true }).waitFor();
      expect(asked).toMatchObject([
        {
          question: 'How do I set the port?',
          page: { url: `${url}/`, title: 'Ports & hosts', version: '2.x' },
        },
      ]);
      expect(await tab.locator('pre').textContent()).toBe('server:\n  port: 8080');
      expect(
        await tab.locator('.answer a').evaluateAll((links) => links.map((one) => one.getAttribute('href'))),
      ).toEqual([
        'https://docs.example.com/a',
        'https://docs.example.com/a#port',
        'https://discord.example.com/',
      ]);
      expect(await tab.locator('.answer img').count()).toBe(0);
      expect(await violationsIn(tab)).toEqual([]);
      await tab.getByRole('button', { name: 'Not helpful' }).click();
      await tab.keyboard.type('It is 9090.');
      await tab.keyboard.press('Enter');
      await expect
        .poll(() => votes)
        .toMatchObject([{ helpful: false }, { helpful: false, reason: 'It is 9090.' }]);
      await tab.getByRole('textbox', { name: 'Ask a question' }).fill('And on Windows?');
      await tab.keyboard.press('Enter');
      await expect.poll(() => asked).toHaveLength(2);
      expect(asked[1]?.conversation).toMatchObject({ id: asked[0]?.conversation.id, isNew: false });
      await tab.keyboard.press('Escape');
      expect(await tab.getByRole('dialog').count()).toBe(0);
      expect(await context.cookies()).toEqual([]);
      expect(await tab.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
      expect(new Set(requests.map((one) => new URL(one).pathname))).toEqual(
        new Set(['/', '/widget.js', '/v1/ask', '/v1/votes']),
      );
      expect(troubles).toEqual([]);
    },
  );

  it('shows lists with code and further lines, numbers that go on, quotes and marks as their readers know them', async () => {
    const markdown = [
      '1. First,\n   and more:\n\n   ~~~sh\n   npm ci\n     x\n   ~~~\n2. Second\n   - inner `a`\n   - __b__ and _c_\n\nThen:\n3. Third\nlazy',
      '> quoted\n> on\n\n* ~~old~~ [`code`](https://docs.example.com/c) a_b_c\n\n## Last',
    ].join('\n\n');
    const { url } = await serve({ ...answered, answer: markdown, citations: [] });
    const { tab } = await open(url);
    await tab.getByRole('button', { name: 'Ask' }).click();
    await tab.getByRole('textbox').fill('How?');
    await tab.keyboard.press('Enter');
    await tab.getByText('Last').waitFor();
    const nodes = tab.locator('.answer > :not(.votes)');
    const shown = await nodes.evaluateAll((all) =>
      all.map((one) =>
        one.outerHTML.replaceAll(/<a [^>]*>|<button[^]*?<\/button>| tabindex="0"| class="code"/gu, ''),
      ),
    );
    expect(shown).toEqual([
      '<ol start="1"><li><p>First,\nand more:</p><div><pre><code>npm ci\n  x</code></pre></div></li><li><p>Second</p><ul><li>inner <code>a</code></li><li><strong>b</strong> and <em>c</em></li></ul></li></ol>',
      '<p>Then:</p>',
      '<ol start="3"><li>Third\nlazy</li></ol>',
      '<blockquote><p>quoted\non</p></blockquote>',
      '<ul><li><s>old</s> <code>code</code></a> a_b_c</li></ul>',
      '<p class="heading">Last</p>',
    ]);
  });

  it('leaves the keys, the colours and the print of the page to the page', async () => {
    const { url } = await serve(answered);
    const { tab } = await open(url);
    await tab.evaluate(
      "document.body.style.background = '#111'; document.addEventListener('keydown', () => (document.title = 'stolen'))",
    );
    await tab.getByRole('button', { name: 'Ask' }).click();
    await tab.keyboard.type('/s');
    expect(await tab.getByRole('textbox').inputValue()).toBe('/s');
    expect(await tab.title()).toBe('Ports & hosts');
    expect(await tab.locator('[data-steward]').getAttribute('class')).toBe('dark');
    await tab.keyboard.press('Enter');
    await tab.getByText('the port', { exact: true }).waitFor();
    expect(await tab.getByRole('textbox').evaluate((element) => element.matches(':focus'))).toBe(true);
    await tab.emulateMedia({ media: 'print' });
    expect(await tab.getByRole('dialog').isVisible()).toBe(false);
  });

  it('asks again with the same id when the connection breaks, and shows the nearest pages of what nothing covers', async () => {
    const record = {
      status: 'unanswered',
      reason: 'not_covered',
      answer: null,
      citations: [],
      post: { style: 'reply', title: '', parts: ["I don't know."] },
      nearest: [{ sourceId: 'kb:b.md', title: 'Hosts', url: null }],
    } as const;
    const { url, asked } = await serve(
      record,
      'data-questions="How do I start?|What is a host?" data-language="en"',
      2,
    );
    const { tab } = await open(url);
    await tab.getByRole('button', { name: 'Ask' }).click();
    await tab.getByRole('button', { name: 'How do I start?' }).click();
    await tab.getByText("I don't know.").waitFor();
    expect(await tab.getByText('Hosts').count()).toBe(1);
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('takes the next question after an answer that cannot be shown', async () => {
    const { url } = await serve({
      status: 'answered',
      reason: 'answered',
      answer: '>'.repeat(12_000),
      citations: [],
    });
    const { tab } = await open(url);
    await tab.getByRole('button', { name: 'Ask' }).click();
    for (const count of [1, 2]) {
      await tab.keyboard.type('How?');
      await tab.keyboard.press('Enter');
      await expect
        .poll(() => tab.locator('.answer').filter({ hasText: 'This does not work' }).count())
        .toBe(count);
    }
  });
});
