import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { SiteProgress } from '../../../domain/ports/pages.ts';
import type { Answer } from '../../../test/support/pages/test-site.ts';
import { codeOf, discover, links, openSite, sitemap, status } from '../../../test/support/pages/discover.ts';

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
        const body = `<urlset><url><loc><![CDATA[${site.url}/docs/a?b=1&c=2]]></loc></url><url><lastmod>2025-03-01T10:00:00Z</lastmod></url><url><loc>${site.url}/docs/d?e=1&amp;f=2</loc>\n<lastmod>2025-03-02T10:00:00Z</lastmod></url></urlset>`;
        response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(body));
      },
    });
    expect(await discover(site)).toEqual(['sitemap /docs/a?b=1&c=2', 'sitemap /docs/d?e=1&f=2 2025-03-02']);
  });

  it('may be what the config names', async () => {
    const site = await openSite({ '/my/map.xml': sitemap('/docs/a'), '/my/llms.txt': '[b](HOST/docs/b)' });
    expect(await discover(site, { url: `${site.url}/my/map.xml` })).toEqual(['sitemap /docs/a']);
    expect(await discover(site, { url: `${site.url}/my/llms.txt` })).toEqual(['llms.txt /docs/b']);
    const list = await openSite({ '/docs/sitemap.xml': sitemap('/docs/a', '/b') });
    const itself = `${list.url}/docs/sitemap.xml`;
    expect(await discover(list, { url: itself, prefix: itself })).toEqual(['sitemap /docs/a']);
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

  it('a redirect to the same page by another name is that page', async () => {
    const site = await openSite({
      '/docs': (response) => void response.writeHead(301, { location: '/docs/' }).end(),
      '/docs/': links('a'),
      '/docs/a': links(),
    });
    const root = `${site.url}/docs`;
    expect(await discover(site, { url: root, prefix: root })).toEqual(['link /docs/', 'link /docs/a']);
  });

  it('a first page that leads out of the site, or may not be read, is a failure and no empty site', async () => {
    const out: Answer = (response) => void response.writeHead(302, { location: '/blog/' }).end();
    const away = await openSite({ '/docs/': out, '/blog/': links() });
    await expect(discover(away)).rejects.toMatchObject({
      code: 'site_empty',
      message: expect.stringContaining(`The first page leads to ${away.url}/blog/, outside`),
    });
    const forbidden = { '/robots.txt': 'User-agent: *\nDisallow: /', '/docs/': links() };
    expect(await codeOf(discover(await openSite(forbidden)))).toBe('site_empty');
  });

  it('pages that are gone are left out; those in trouble are listed', async () => {
    const site = await openSite({
      '/docs/': links('gone', 'broken'),
      '/docs/gone': status(404),
      '/docs/broken': status(500),
    });
    expect(await discover(site)).toEqual(['link /docs/', 'link /docs/broken']);
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

describe('a site is found whole', () => {
  const urls = ['/docs/a', '/docs/b'];
  const found = ['sitemap /docs/a', 'sitemap /docs/b'];

  it.each([
    [
      'a sitemap in a namespace of its own',
      '/sitemap.xml',
      '<s:urlset xmlns:s="x"><s:url><s:loc>HOST/docs/a</s:loc><image:loc>HOST/docs/i</image:loc></s:url><s:url><s:loc>HOST/docs/b</s:loc></s:url></s:urlset>',
    ],
    [
      'a sitemap with comments',
      '/sitemap.xml',
      '<urlset><!-- <url><loc>HOST/docs/old</loc></url> --><loc>HOST/docs/a</loc><loc>HOST/docs/b</loc></urlset>',
    ],
    ['an index with a dash', '/sitemap-index.xml', sitemap(...urls)],
    ['an index with an underscore', '/sitemap_index.xml', sitemap(...urls)],
  ])('by %s', async (_what, path, text) => {
    const site = await openSite({ [path]: text, '/docs/': links() });
    expect(await discover(site)).toEqual(found);
  });

  it('by a relative address in robots.txt, and by the usual one where that names nothing', async () => {
    const named = { '/robots.txt': 'User-agent: *\nDisallow:\n\nSitemap: /maps/docs.xml\n' };
    expect(await discover(await openSite({ ...named, '/maps/docs.xml': sitemap(...urls) }))).toEqual(found);
    expect(await discover(await openSite({ ...named, '/sitemap.xml': sitemap(...urls) }))).toEqual(found);
  });

  it('without the lists for models', async () => {
    const text = '[a](HOST/docs/a.md) [all](HOST/docs/llms-full.txt) [b](HOST/docs/b.md)';
    const site = await openSite({
      '/docs/llms.txt': text,
      '/sitemap.xml': sitemap(...urls, '/docs/llms-small.txt'),
    });
    expect(await discover(site)).toEqual(['llms.txt /docs/a.md', 'llms.txt /docs/b.md']);
  });

  it('within its globs', async () => {
    const site = await openSite({
      '/sitemap.xml': sitemap('/docs/v1/a', '/docs/v2/a', '/docs/v2/de/a', '/docs/'),
    });
    expect(await discover(site, { include: ['v2/**'], exclude: ['*/de/**'] })).toEqual([
      'sitemap /docs/v2/a',
    ]);
  });

  it('and what is beyond the limit is counted', async () => {
    const site = await openSite({ '/sitemap.xml': sitemap('/docs/a', '/docs/b', '/docs/c', '/docs/a/') });
    const seen: SiteProgress[] = [];
    const taken = await discover(site, { maxPages: 1, onProgress: (one) => void seen.push(one) });
    expect(taken).toEqual(['sitemap /docs/a']);
    expect(seen.at(-1)).toMatchObject({ found: 1, beyond: 2 });
  });
});
