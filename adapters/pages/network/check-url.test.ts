import { expect, it } from 'vitest';
import { startSite, testPages, type Answer } from '../../../test/support/pages/test-site.ts';

async function check(answers: Readonly<Record<string, Answer>>, path = '/', timeoutSeconds = 5) {
  const site = await startSite(answers);
  const { ok, status, url } = await testPages([site]).check({ url: site.url + path, timeoutSeconds });
  return { ok, status, path: url.slice(site.url.length), methods: site.seen.map(({ method }) => method) };
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end();

it('a page that answers HEAD with 200 is there, and is not read', async () => {
  expect(await check({ '/': status(200) })).toEqual({ ok: true, status: 200, path: '/', methods: ['HEAD'] });
});

it('a host that knows no HEAD is asked with GET', async () => {
  const getOnly: Answer = (response, { method }) =>
    void response.writeHead(method === 'GET' ? 200 : 405).end('a');
  expect(await check({ '/': getOnly })).toMatchObject({ ok: true, status: 200, methods: ['HEAD', 'GET'] });
});

it.each([201, 204, 206, 304, 401, 403, 404, 410, 429, 500, 503])('%i is not there', async (code) => {
  expect(await check({ '/': status(code) })).toMatchObject({ ok: false, status: code });
});

it('a redirect counts as where it ends', async () => {
  const answers = { '/': status(301, { location: '/new' }), '/new': status(200) };
  expect(await check(answers)).toMatchObject({ ok: true, path: '/new' });
});

it('a page for what is missing is not there, even with 200', async () => {
  const answers = { '/': status(302, { location: '/404.html' }), '/404.html': status(200) };
  expect(await check(answers)).toMatchObject({ ok: false, status: 200, path: '/404.html' });
});

it.each([
  'http://127.0.0.1:1/',
  'http://169.254.169.254/',
  'ftp://example.com/',
  'http://nowhere.invalid/',
  'not an address',
])('%s is not there, and nothing is thrown', async (url) => {
  expect(await testPages([]).check({ url, timeoutSeconds: 5 })).toEqual({ ok: false, status: null, url });
});

it('a host that never answers is not there when the time is up, both methods together', async () => {
  const started = Date.now();
  expect(await check({ '/': () => undefined }, '/', 0.3)).toMatchObject({ ok: false, status: null });
  expect(Date.now() - started).toBeLessThan(10_000);
});

it('more than ten redirects lead nowhere', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`/${at}`, status(302, { location: `/${at + 1}` })] as const),
  );
  expect(await check({ ...chain, '/12': status(200) }, '/0')).toMatchObject({ ok: false, status: null });
});

it('an end of the caller is thrown', async () => {
  const stop = new AbortController();
  const site = await startSite({ '/': () => stop.abort(new Error('stopped')) });
  const checked = testPages([site]).check({ url: site.url, timeoutSeconds: 5, signal: stop.signal });
  await expect(checked).rejects.toThrow('stopped');
});
