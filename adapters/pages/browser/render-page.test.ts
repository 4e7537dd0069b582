import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PageRequest } from '../../../domain/ports/pages.ts';
import { openPages, type OpenPages } from '../open-pages.ts';
import { browserPath } from '../../../test/support/discord/page-browser.ts';
import { startSite, testPages, type Answer, type TestSite } from '../../../test/support/pages/test-site.ts';
import { findBrowser } from './find-browser.ts';

const script = (code: string): string =>
  `<!doctype html><title>App</title><div id="app"></div><script>${code}</script>`;

describe.skipIf(browserPath === null)(
  'rendering, with the Chromium on the PATH (skipped where there is none)',
  () => {
    /** One browser for all of these tests; the sites are allowed as they come. */
    let allowed: string[];
    let pages: OpenPages;
    beforeAll(async () => {
      allowed = await freePorts(20);
      pages = openPages({
        allowHosts: allowed,
        userAgent: 'Steward tests',
        render: allowed.map((host) => `http://${host}`),
      });
    });
    afterAll(() => pages.close());

    async function read(answers: Readonly<Record<string, Answer>>, over: Partial<PageRequest> = {}) {
      const site = await startSite(answers, Number(allowed.shift()?.split(':')[1]));
      const request = { url: `${site.url}/`, maxBytes: 1_000_000, timeoutSeconds: 20, ...over };
      return { site, page: await pages.read(request).catch((error: unknown) => error) };
    }

    it('gives what a page shows once its scripts have run and loaded', async () => {
      const { site, page } = await read({
        '/': script(`fetch('/api').then((r) => r.json()).then(({ words }) => {
        document.getElementById('app').innerHTML = '<h1>Ports</h1><p>' + words + '</p><img src="/a.png">';
      })`),
        '/api': (response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"words":"Set the port."}'),
      });
      expect(page).toMatchObject({
        outcome: 'read',
        title: 'Ports',
        text: '# Ports\n\nSet the port.',
        etag: null,
      });
      expect(site.seen.map(({ path }) => path).toSorted()).toEqual(['/', '/api']);
    });

    it('lets a page reach nothing of the inner network', async () => {
      const inner = await startSite({ '*': 'secret' });
      const { page } = await read({
        '/': script(`
        const tell = (words) => { document.getElementById('app').innerHTML += '<p>' + words + '</p>'; };
        const inner = '${inner.url}';
        const tries = [
          fetch(inner + '/fetch').then((r) => r.text()),
          fetch(inner + '/opaque', { mode: 'no-cors' }).then(() => 'secret'),
          fetch('http://169.254.169.254/latest/').then((r) => r.text()),
          new Promise((resolve, reject) => {
            const socket = new WebSocket(inner.replace('http', 'ws') + '/socket');
            socket.onopen = () => resolve('secret');
            socket.onerror = socket.onclose = () => reject(new Error('closed'));
          }),
          new Promise((resolve, reject) => {
            const frame = document.createElement('iframe');
            frame.src = inner + '/frame';
            frame.onload = () => setTimeout(reject, 300, new Error('nothing'));
            document.body.append(frame);
          }),
        ];
        navigator.sendBeacon(inner + '/beacon', 'a');
        document.head.insertAdjacentHTML('beforeend', '<link rel="prefetch" href="' + inner + '/prefetch"><link rel="preconnect" href="' + inner + '">');
        Promise.allSettled(tries).then((all) => tell(all.map(({ status, value }) => status + (value ?? '')).join(' ')));
      `),
      });
      expect(page).toMatchObject({ text: '# App\n\nrejected rejected rejected rejected rejected' });
      expect(inner.seen).toHaveLength(0);
    });

    it('sends nothing but GET', async () => {
      const { site } = await read({
        '/': script(
          `fetch('/do', { method: 'POST', body: 'a' }).catch(() => {}); document.body.append('done')`,
        ),
      });
      expect(site.seen.map(({ method }) => method)).toEqual(['GET']);
    });

    it('follows a page that leads on by script, and refuses one that leads inside', async () => {
      const led = await read({
        '/': script(`location.href = '/next'`),
        '/next': '<!doctype html><p>Next.</p>',
      });
      expect(led.page).toMatchObject({ outcome: 'read' });
      const inner = await startSite({ '*': 'secret' });
      await read({ '/': script(`document.body.append('here'); location.href = '${inner.url}/'`) });
      expect(inner.seen).toHaveLength(0);
    });

    it('gives up on a page that never rests, and renders the next', async () => {
      const { page } = await read({ '/': script('for (;;) {}') }, { timeoutSeconds: 2 });
      expect(page).toMatchObject({ code: 'page_timed_out', kind: 'transient' });
      const next = await read({ '/': script(`document.body.append('fine')`) });
      expect(next.page).toMatchObject({ text: expect.stringContaining('fine') });
    });

    it('gives up on a page that grows beyond the limit', async () => {
      const { page } = await read(
        { '/': script(`document.body.append('a'.repeat(200000))`) },
        { maxBytes: 100_000 },
      );
      expect(page).toMatchObject({ code: 'page_too_large' });
    });

    it('passes on what is no HTML, and what a host refuses', async () => {
      expect(
        (await read({ '/': (response) => void response.writeHead(200).end('plain words') })).page,
      ).toMatchObject({
        kind: 'text',
        text: 'plain words',
      });
      expect((await read({})).page).toMatchObject({ code: 'page_not_found' });
    });

    it('renders several pages at once in one browser', async () => {
      const body = (at: number) => script(`document.body.append('page ${at}')`);
      const all = await Promise.all([1, 2, 3, 4].map((at) => read({ '/': body(at) })));
      expect(all.map(({ page }) => (page as { text: string }).text)).toEqual(
        [1, 2, 3, 4].map((at) => `# App\n\npage ${at}`),
      );
    });
  },
);

describe('a host without a browser', () => {
  it('says what to do, where a page is to be rendered', async () => {
    await expect(findBrowser(null, '/nowhere:/dev')).rejects.toThrow(
      /no Chromium is on the PATH.*pages\.browser_path/u,
    );
    // What the current folder contains is not on the PATH.
    symlinkSync(process.execPath, 'chromium');
    onTestFinished(() => rmSync('chromium'));
    await expect(findBrowser(null, '.')).rejects.toThrow(/no Chromium is on the PATH/u);
    await expect(findBrowser('/dev/null/chromium')).rejects.toThrow(
      /\/dev\/null\/chromium \(pages\.browser_path\) cannot be started/u,
    );
  });

  it('takes no folder of the same name for a browser', async () => {
    const [wrong, right] = [mkdtempSync(join(tmpdir(), 'a-')), mkdtempSync(join(tmpdir(), 'b-'))];
    onTestFinished(() => [wrong, right].forEach((dir) => rmSync(dir, { recursive: true })));
    mkdirSync(join(wrong, 'chromium'));
    symlinkSync(process.execPath, join(right, 'chromium'));
    expect(await findBrowser(null, `${wrong}:${right}`)).toBe(join(right, 'chromium'));
    await expect(findBrowser(join(wrong, 'chromium'))).rejects.toThrow(/cannot be started/u);
  });

  it('says that a program is no browser', async () => {
    const site = await startSite({ '/': '<!doctype html><p>a</p>' });
    const pages = testPages([site], { render: [site.url], browserPath: '/bin/true' });
    await expect(
      pages.read({ url: `${site.url}/`, maxBytes: 1000, timeoutSeconds: 5 }),
    ).rejects.toMatchObject({
      code: 'browser_missing',
      message: 'The browser /bin/true cannot be started.',
    });
  });

  it('reads all other pages without one', async () => {
    const site: TestSite = await startSite({ '/a/': '<!doctype html><p>a</p>' });
    const pages = testPages([site], { render: [`${site.url}/b/`], browserPath: '/nowhere' });
    const page = await pages.read({ url: `${site.url}/a/`, maxBytes: 1000, timeoutSeconds: 5 });
    expect(page).toMatchObject({ text: 'a' });
  });
});

/** Ports that were free a moment ago, as `127.0.0.1:<port>`. */
async function freePorts(count: number): Promise<string[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  const hosts = servers.map((server) => `127.0.0.1:${(server.address() as { port: number }).port}`);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return hosts;
}
