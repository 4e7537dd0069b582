import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startSite, testPages, type Answer } from '../../../test/support/pages/test-site.ts';
import { encoded, failure, fetched, fetchFrom, html } from '../../../test/support/pages/fetch-from.ts';

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end('<!doctype html><title>secret words</title>');

describe('fetching a page', () => {
  it('gives its bytes, its text, its kind and what the server says about it', async () => {
    const page = await fetched({
      '/': (response) =>
        void response
          .writeHead(200, { 'content-type': 'Text/HTML; charset=UTF-8', etag: '"7"', 'last-modified': 'Tue' })
          .end(html),
    });
    expect(page).toMatchObject({
      kind: 'html',
      contentType: 'text/html',
      text: html,
      etag: '"7"',
      lastModified: 'Tue',
    });
    expect(Buffer.from(page.bytes).toString()).toBe(html);
  });

  it('says who asks, and neither sends nor keeps cookies', async () => {
    const site = await startSite({
      '/': (response) => void response.writeHead(302, { location: '/b', 'set-cookie': 'a=b' }).end(),
      '/b': html,
    });
    const pages = testPages([site], { userAgent: 'Steward (docs@example.com)' });
    await pages.fetch({ url: `${site.url}/`, maxBytes: 1000, timeoutSeconds: 5, accept: ['html'] });
    expect(site.seen.map(({ headers }) => headers['user-agent'])).toEqual(
      Array(2).fill('Steward (docs@example.com)'),
    );
    expect(site.seen.some(({ headers }) => headers.cookie !== undefined)).toBe(false);
  });

  it('asks only for what changed, and says that nothing did', async () => {
    const { site, page } = await fetchFrom({ '/': status(304) }, { etag: '"7"', lastModified: 'Tue' });
    expect(await page).toEqual({ outcome: 'not_modified' });
    expect(site.seen[0]?.headers).toMatchObject({ 'if-none-match': '"7"', 'if-modified-since': 'Tue' });
  });

  it('takes no 304 for an answer to what was not asked conditionally', async () => {
    expect(await failure({ '/': status(304) })).toMatchObject({ code: 'page_status', kind: 'final' });
  });

  it.each([
    ['gzip', gzipSync(html)],
    ['br', brotliCompressSync(html)],
    ['deflate', deflateSync(html)],
  ])('reads what was compressed with %s', async (encoding, body) => {
    expect((await fetched({ '/': encoded(encoding, body) })).text).toBe(html);
  });

  it('refuses a kind that was not asked for', async () => {
    expect(await failure({ '/': html }, { accept: ['image'] })).toMatchObject({ code: 'page_wrong_kind' });
  });

  it('stops when the caller does', async () => {
    const stop = new AbortController();
    const { page } = await fetchFrom(
      { '/': () => stop.abort(new Error('stopped')) },
      { signal: stop.signal },
    );
    await expect(page).rejects.toThrow('stopped');
  });
});

describe('a status other than 200', () => {
  it.each([
    [404, 'page_not_found', 'final'],
    [410, 'page_not_found', 'final'],
    [401, 'page_needs_login', 'final'],
    [403, 'page_needs_login', 'final'],
    [429, 'page_rate_limited', 'transient'],
    [500, 'page_server_error', 'transient'],
    [503, 'page_server_error', 'transient'],
    [204, 'page_status', 'final'],
    [206, 'page_status', 'final'],
    [300, 'page_status', 'final'],
    [418, 'page_status', 'final'],
  ])('%i is %s, and nothing of its body is told', async (code, name, kind) => {
    const failed = await failure({ '/': status(code) });
    expect(failed).toMatchObject({ code: name, kind });
    expect(failed.message).toMatch(/^The host answers \d+.*\.$/u);
    expect(failed.message).not.toContain('secret');
  });

  it('tells how long to wait, in seconds or by a date, at most a day', async () => {
    const wait = async (value: string) =>
      (await failure({ '/': status(429, { 'retry-after': value }) })).retryAfterSeconds;
    expect(await wait('120')).toBe(120);
    expect(await wait(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50);
    expect(await wait('99999999')).toBe(86_400);
    expect(await wait('soon')).toBeNull();
  });
});

describe('redirects', () => {
  const to = (location: string): Answer => status(302, { location });
  const chain = (length: number): Readonly<Record<string, Answer>> =>
    Object.fromEntries([
      ...Array.from({ length }, (_, at) => [`/${at}`, to(`/${at + 1}`)] as const),
      [`/${length}`, html] as const,
    ]);

  it('are followed ten times, and no further', async () => {
    expect((await fetched(chain(10), { url: '/0' })).url).toMatch(/\/10$/u);
    expect(await failure(chain(11), { url: '/0' })).toMatchObject({
      code: 'page_redirects',
      message: 'The page redirects more than 10 times.',
    });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    '//10.0.0.1/',
    'file:///etc/passwd',
    'http://user:password@example.com/',
    'http://[broken/',
  ])('to %s are refused', async (location) => {
    const { code } = await failure({ '/': to(location) });
    expect(['page_forbidden_address', 'page_bad_url', 'page_redirects']).toContain(code);
  });

  it('to another port of an allowed host are refused when the config names the port', async () => {
    const other = await startSite({ '/': html });
    expect(await failure({ '/': to(`${other.url}/`) })).toMatchObject({ code: 'page_forbidden_address' });
    expect(other.seen).toHaveLength(0);
  });
});
