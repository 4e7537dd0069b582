import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { SiteProgress, SiteRequest } from '../../../domain/ports/pages.ts';
import { startSite, testPages, type Answer, type TestSite } from '../testing.ts';

type Answers = Readonly<Record<string, Answer>>;

/** `HOST` in an answer stands for the site's own address. */
async function openSite(answers: Answers): Promise<TestSite> {
  const site: TestSite = await startSite(
    Object.fromEntries(
      Object.entries(answers).map(([path, answer]) => [
        path,
        typeof answer === 'string'
          ? (response) =>
              void response
                .writeHead(200, { 'content-type': typeOf(path) })
                .end(answer.replaceAll('HOST', site.url))
          : answer,
      ]),
    ),
  );
  return site;
}

const typeOf = (path: string): string => (/\.(?:txt|xml)$/u.test(path) ? 'text/plain' : 'text/html');

async function discover(site: TestSite, over: Partial<SiteRequest> = {}) {
  const pages = testPages([site], { userAgent: 'Steward (tests)' });
  const found: string[] = [];
  const request = {
    url: `${site.url}/docs/`,
    prefix: `${site.url}/docs/`,
    maxPages: 100,
    maxDepth: 5,
    requestsPerSecond: 1000,
    maxBytes: 100_000,
    timeoutSeconds: 5,
    ...over,
  };
  for await (const { url, foundBy } of pages.discover(request)) {
    found.push(`${foundBy} ${url.slice(site.url.length)}`);
  }
  return found;
}

const codeOf = (found: Promise<unknown>) =>
  found.then(
    () => 'none',
    ({ code }) => String(code),
  );

const links = (...targets: readonly string[]): string =>
  `<!doctype html>${targets.map((target) => `<a href="${target}">a</a>`).join('')}`;

const sitemap = (...paths: readonly string[]): string =>
  `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>HOST${path}</loc></url>`).join('\n')}</urlset>`;

const status =
  (code: number): Answer =>
  (response) =>
    void response.writeHead(code).end();

describe('what a site lists itself', () => {
  it('counts: llms.txt first, then the sitemap, each page once and none of elsewhere', async () => {
    const site = await openSite({
      '/docs/llms.txt':
        '# Docs\n- [Ports](HOST/docs/ports.md): about ports\n- [Blog](HOST/blog/a)\n- [Out](https://evil.example/docs/)',
      '/sitemap.xml': sitemap(
        '/docs/ports',
        '/docs/hosts/',
        '/docs/hosts/index.html',
        '/docs/a.png',
        '/docsother/',
        '/blog/b',
      ),
    });
    expect(await discover(site)).toEqual(['llms.txt /docs/ports.md', 'sitemap /docs/hosts/']);
  });

  it('is read from the sitemaps that robots.txt names, through indexes and compression', async () => {
    const site = await openSite({
      '/robots.txt': 'User-agent: *\nAllow: /\nSitemap: HOST/maps/index.xml',
      '/maps/index.xml':
        '<sitemapindex><sitemap><loc>HOST/maps/a.xml.gz</loc></sitemap><sitemap><loc>https://evil.example/b.xml</loc></sitemap></sitemapindex>',
      '/maps/a.xml.gz': (response) => {
        const body = `<urlset><url><loc><![CDATA[${site.url}/docs/a?b=1&c=2]]></loc></url><url><loc>${site.url}/docs/d?e=1&amp;f=2</loc></url></urlset>`;
        response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(body));
      },
    });
    expect(await discover(site)).toEqual(['sitemap /docs/a?b=1&c=2', 'sitemap /docs/d?e=1&f=2']);
  });

  it('may be what the config names', async () => {
    const site = await openSite({ '/my/map.xml': sitemap('/docs/a'), '/my/llms.txt': '[b](HOST/docs/b)' });
    expect(await discover(site, { url: `${site.url}/my/map.xml` })).toEqual(['sitemap /docs/a']);
    expect(await discover(site, { url: `${site.url}/my/llms.txt` })).toEqual(['llms.txt /docs/b']);
  });

  it.each([
    [
      'an index that names itself',
      '<sitemapindex><sitemap><loc>HOST/sitemap.xml</loc></sitemap></sitemapindex>',
    ],
    ['rubbish', 'not XML at all'],
    ['a page', links('/docs/never')],
    ['addresses that are none', '<urlset><url><loc>http://[</loc></url><url><loc></loc></url></urlset>'],
  ])('and is %s: links are followed instead', async (_what, text) => {
    const site = await openSite({ '/sitemap.xml': text, '/docs/': links('a'), '/docs/a': links() });
    expect(await discover(site)).toEqual(['link /docs/', 'link /docs/a']);
  });

  it.each(['/sitemap.xml', '/docs/llms.txt'])(
    'and is in trouble (%s): nothing is said to be the site',
    async (path) => {
      const site = await openSite({ [path]: status(503), '/docs/': links('a'), '/docs/a': links() });
      expect(await codeOf(discover(site))).toBe('page_server_error');
    },
  );
});

describe('where a site lists nothing', () => {
  it('links are followed, within the prefix, each page once', async () => {
    const site = await openSite({
      '/docs/': links(
        'a',
        './b/',
        '/blog/',
        'https://evil.example/',
        'mailto:a@b.c',
        '#top',
        'c.png',
        'javascript:1',
      ),
      '/docs/a': links('b', '/docs/b#part', '../docs/'),
      '/docs/b/': links('/docs/d'),
      '/docs/d': links(),
    });
    expect(await discover(site)).toEqual(['link /docs/', 'link /docs/a', 'link /docs/b/', 'link /docs/d']);
    expect(site.seen.some(({ path }) => path === '/blog/')).toBe(false);
  });

  it('a redirect counts as where it ends, and one that leads out does not count', async () => {
    const to =
      (location: string): Answer =>
      (response) =>
        void response.writeHead(302, { location }).end();
    const site = await openSite({
      '/docs/': links('old', 'out'),
      '/docs/old': to('/docs/new'),
      '/docs/out': to('/blog/'),
      '/docs/new': links(),
      '/blog/': links(),
    });
    expect(await discover(site)).toEqual(['link /docs/', 'link /docs/new']);
  });

  it('pages that are gone are left out; those in trouble are listed, and told', async () => {
    const told: SiteProgress[] = [];
    const site = await openSite({
      '/docs/': links('gone', 'broken'),
      '/docs/gone': status(404),
      '/docs/broken': status(500),
    });
    expect(await discover(site, { onProgress: (progress) => told.push(progress) })).toEqual([
      'link /docs/',
      'link /docs/broken',
    ]);
    expect(told.at(-1)).toMatchObject({ found: 2, failed: 1 });
  });

  it('the first page has to be there', async () => {
    expect(await codeOf(discover(await openSite({})))).toBe('page_not_found');
  });

  it('what a page asks not to follow is not followed', async () => {
    const site = await openSite({
      '/docs/': '<!doctype html><a href="a" rel="nofollow">a</a><a href="b">b</a>',
      '/docs/b': `<!doctype html><meta name="robots" content="noindex, nofollow">${links('c')}`,
    });
    expect(await discover(site)).toEqual(['link /docs/', 'link /docs/b']);
  });
});

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
    expect(site.seen.length).toBeLessThan(15);
  });

  it('stop it at so many links from the first page, and the last are not opened', async () => {
    const site = await openSite(endless);
    expect(await discover(site, { maxDepth: 2 })).toHaveLength(1 + 2 + 4);
    expect(site.seen.filter(({ path }) => path.startsWith('/docs/') && path.endsWith('/'))).toHaveLength(
      1 + 2,
    );
    expect(await discover(await openSite(endless), { maxDepth: 0 })).toEqual(['link /docs/']);
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
