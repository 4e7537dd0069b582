import { describe, expect, it } from 'vitest';
import { startSite, testPages } from '../../../test/support/pages/test-site.ts';
import {
  codeOf,
  discover,
  links,
  openSite,
  sitemap,
  status,
  type Answers,
} from '../../../test/support/pages/discover.ts';

describe('limits', () => {
  /** Every page leads to two more, without end. */
  const endless: Answers = {
    '/robots.txt': status(404),
    '/sitemap.xml': status(404),
    '*': (response, { url = '' }) =>
      void (url.endsWith('.txt') || url.endsWith('.xml')
        ? response.writeHead(404).end()
        : response.writeHead(200, { 'content-type': 'text/html' }).end(links(`${url}a/`, `${url}b/`))),
  };

  it('stop an endless site at so many pages', async () => {
    const site = await openSite(endless);
    expect(await discover(site, { maxPages: 7 })).toHaveLength(7);
    expect(site.seen.length).toBeLessThan(18);
  });

  it('stop it at so many links from the first page, and the last are not opened', async () => {
    const site = await openSite(endless);
    expect(await discover(site, { maxDepth: 2 })).toHaveLength(1 + 2 + 4);
    expect(site.seen.filter(({ path }) => path.startsWith('/docs/') && path.endsWith('/'))).toHaveLength(
      1 + 2,
    );
    expect(await discover(await openSite(endless), { maxDepth: 0 })).toEqual(['link /docs/']);
  });

  it('stop it at so many links to pages that do not exist', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `gone-${at}`);
    const site = await openSite({ '/docs/': links(...names), '*': status(404) });
    expect(await discover(site, { maxPages: 5, requestsPerSecond: 1_000 })).toEqual(['link /docs/']);
    expect(site.seen.filter(({ path }) => path.startsWith('/docs/gone-')).length).toBeLessThanOrEqual(100);
  });

  it('spread requests over time, by the config or by the crawl delay, whichever is longer', async () => {
    const time = async (answers: Answers, requestsPerSecond: number) => {
      const site = await openSite({
        ...answers,
        '/docs/': links('a', 'b'),
        '/docs/a': links(),
        '/docs/b': links(),
      });
      const started = Date.now();
      await discover(site, { requestsPerSecond });
      return Date.now() - started;
    };
    // robots.txt is asked first; then llms.txt, two of them, two sitemaps and three pages, one after the other.
    expect(await time({}, 20)).toBeGreaterThanOrEqual(6 * 50);
    expect(
      await time({ '/robots.txt': 'User-agent: steward\nCrawl-delay: 0.1' }, 1000),
    ).toBeGreaterThanOrEqual(600);
  });

  it('stop when the caller does', async () => {
    const stop = new AbortController();
    const site = await openSite(endless);
    const found = discover(site, {
      signal: stop.signal,
      maxPages: 100_000,
      requestsPerSecond: 50,
      onProgress: ({ found: count }) => count > 2 && stop.abort(new Error('stopped')),
    });
    await expect(found).rejects.toThrow('stopped');
    expect(site.seen.length).toBeLessThan(20);
  });
});

describe('robots.txt', () => {
  const pages: Answers = { '/docs/': links('a', 'secret/b'), '/docs/a': links(), '/docs/secret/b': links() };

  it('is kept to, by the name that Steward has there', async () => {
    const robots = 'User-agent: Steward\nDisallow: /docs/secret/\n\nUser-agent: *\nDisallow: /';
    const site = await openSite({ ...pages, '/robots.txt': robots });
    expect(await discover(site)).toEqual(['link /docs/', 'link /docs/a']);
    expect(site.seen.some(({ path }) => path.includes('secret'))).toBe(false);
  });

  it('is read up to 512 KiB', async () => {
    const rules = (filler: number) => `User-agent: *\n#${'a'.repeat(filler)}\nDisallow: /docs/a`;
    const seenWith = async (text: string) => {
      const site = await openSite({
        '/robots.txt': (response) => void response.end(text),
        '/docs/': links('a'),
        '/docs/a': links(),
      });
      return discover(site);
    };
    expect(await seenWith(rules(1000))).toEqual(['link /docs/']);
    expect(await seenWith(rules(600_000))).toEqual(['link /docs/', 'link /docs/a']);
  });

  it('holds for listed pages too', async () => {
    const site = await openSite({
      '/robots.txt': 'User-agent: *\nDisallow: /docs/b',
      '/sitemap.xml': sitemap('/docs/a', '/docs/b'),
    });
    expect(await discover(site)).toEqual(['sitemap /docs/a']);
  });

  it.each([404, 410, 401, 403])('that answers %i forbids nothing', async (code) => {
    expect(await discover(await openSite({ ...pages, '/robots.txt': status(code) }))).toHaveLength(3);
  });

  it.each([500, 503, 429])('that answers %i forbids everything for now, and says so', async (code) => {
    expect(await codeOf(discover(await openSite({ ...pages, '/robots.txt': status(code) })))).toBe(
      'site_robots',
    );
  });
});

it('a site of the inner network is refused', async () => {
  const site = await startSite({});
  const request = { maxPages: 1, maxDepth: 0, requestsPerSecond: 1, maxBytes: 1, timeoutSeconds: 1 };
  const found = testPages([]).discover({ ...request, url: site.url, prefix: site.url });
  expect(await codeOf(found[Symbol.asyncIterator]().next())).toBe('page_forbidden_address');
});
