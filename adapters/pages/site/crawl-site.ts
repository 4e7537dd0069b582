import pThrottle from 'p-throttle';
import type { DiscoveredPage, SiteRequest } from '../../../domain/ports/pages.ts';
import type { ExtractionPool } from '../content/extraction-pool.ts';
import type { LoadPage } from '../read-page.ts';
import { pageFailure } from '../network/page-failure.ts';
import { requirePageUrl } from '../network/page-url.ts';
import type { Network } from '../network/send-request.ts';
import { followLinks, type LinkedPage } from './follow-links.ts';
import { createLoadText, type LoadText } from './load-text.ts';
import { readLlmsTxt } from './read-llms-txt.ts';
import { readRobots } from './read-robots.ts';
import { readSitemap } from './read-sitemap.ts';
import { siteScope } from './site-scope.ts';

/**
 * The pages of a site, each once. What the site itself lists counts: `llms.txt` first, then its sitemaps; links are
 * followed only where neither names a page. A list that is there and cannot be read is a failure, so that a site in
 * trouble does not look like a site that has shrunk.
 */
export async function* crawlSite(
  {
    network,
    load: loadPage,
    links,
  }: { readonly network: Network; readonly load: LoadPage } & Pick<ExtractionPool, 'links'>,
  site: SiteRequest,
): AsyncGenerator<DiscoveredPage> {
  const { origin } = requirePageUrl(site.prefix, network.allowed);
  const begin = requirePageUrl(site.url, network.allowed);
  const scope = siteScope(site.prefix);
  const known = new Set<string>();
  const counts = { found: 0, requests: 0, failed: 0 };
  const robots = await readRobots(counted(createLoadText(network, site)), origin, network.userAgent);
  const interval = 1_000 * Math.max(1 / site.requestsPerSecond, robots.crawlDelaySeconds);
  const inTurn = pThrottle({ limit: 1, interval, signal: site.signal });
  const load: LoadText = inTurn(counted(createLoadText(network, site)));
  const loadInTurn = inTurn(counted((url: string) => loadPage({ ...site, url })));

  let left = site.maxPages;
  for await (const page of allPages()) {
    counts.found += 1;
    left -= 1;
    site.onProgress?.({ ...counts });
    yield page;
    if (left <= 0) return;
  }

  async function* allPages(): AsyncGenerator<DiscoveredPage> {
    let listed = false;
    for await (const { url, foundBy } of listedPages()) {
      const entered = enter(url);
      if (entered === null) continue;
      listed = true;
      yield { url: entered, foundBy };
    }
    if (listed) return;
    const start = enter(site.url);
    if (start === null) throw siteEmpty();
    const steps = {
      start,
      maxDepth: site.maxDepth,
      open,
      land,
      enter,
      failed: () => void (counts.failed += 1),
    };
    for await (const url of followLinks(steps)) {
      listed = true;
      yield { url, foundBy: 'link' };
    }
    if (!listed) throw siteEmpty();
  }

  async function* listedPages(): AsyncGenerator<DiscoveredPage> {
    const isSitemap = /\.xml(?:\.gz)?$/iu.test(begin.pathname);
    for (const list of isSitemap ? [] : llmsTxtUrls()) {
      const text = await load(list);
      if (text !== null) for (const url of readLlmsTxt(text, list)) yield { url, foundBy: 'llms.txt' };
    }
    if (begin.pathname.endsWith('/llms.txt')) return;
    const urls = isSitemap ? [site.url] : sitemapUrls();
    const origins = [origin, begin.origin];
    const mayLoad = (url: string) => origins.includes(URL.parse(url)?.origin ?? '');
    for await (const url of readSitemap(load, { urls, mayLoad })) yield { url, foundBy: 'sitemap' };
  }

  function llmsTxtUrls(): readonly string[] {
    if (begin.pathname.endsWith('/llms.txt')) return [site.url];
    return [...new Set([new URL('llms.txt', folderOf(site.prefix)).href, `${origin}/llms.txt`])];
  }

  function sitemapUrls(): readonly string[] {
    const usual = [new URL('sitemap.xml', folderOf(site.prefix)).href, `${origin}/sitemap.xml`];
    return robots.sitemaps.length > 0 ? robots.sitemaps : [...new Set(usual)];
  }

  function enter(url: string): string | null {
    const page = scope.pageOf(url);
    if (page === null || !robots.allows(page)) return null;
    const key = scope.keyOf(page);
    if (known.has(key)) return null;
    known.add(key);
    return page;
  }

  function land(from: string, to: string): string | null {
    const isSame = scope.pageOf(to) !== null && scope.keyOf(from) === scope.keyOf(to);
    return isSame ? scope.pageOf(to) : enter(to);
  }

  async function open(url: string): Promise<LinkedPage> {
    const page = await loadInTurn(url);
    if (page.outcome === 'not_modified') return { url, links: [] };
    const document = { bytes: page.bytes, name: null, contentType: page.header, baseUrl: page.url };
    return { url: page.url, links: await links(document, site.signal) };
  }

  function counted<Input extends readonly unknown[], Output>(
    ask: (...input: Input) => Promise<Output>,
  ): (...input: Input) => Promise<Output> {
    return async (...input) => {
      counts.requests += 1;
      site.onProgress?.({ ...counts });
      return ask(...input);
    };
  }
}

const siteEmpty = () =>
  pageFailure(
    'site_empty',
    'The site has no page to read: its lists name none below the prefix, and its first page is outside it or not allowed by robots.txt.',
  );

const folderOf = (prefix: string): string => (prefix.endsWith('/') ? prefix : `${prefix}/`);
