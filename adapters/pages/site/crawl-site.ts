import type { DiscoveredPage, SiteRequest } from '../../../domain/ports/pages.ts';
import { pageFailure } from '../network/page-failure.ts';
import { followLinks } from './follow-links.ts';
import { readLlmsTxt, readSitemap } from './site-lists.ts';
import pThrottle from 'p-throttle';
import type { ExtractionPool } from '../reading/extraction-pool.ts';
import { requirePageUrl } from '../network/page-url.ts';
import { acceptDocuments, fetchBytes } from '../network/fetch-page.ts';
import type { Network } from '../network/send-request.ts';
import { createLoadText } from './load-text.ts';
import { readRobots } from './read-robots.ts';
import { siteScope } from './site-scope.ts';

/**
 * Yields the pages of a site, each once: those in its `llms.txt`, then those in its sitemaps, `maxPages` at most. Follows links only if these list
 * no page. A list that exists but cannot be read is a failure, because otherwise the site would seem to have shrunk.
 */
export async function* crawlSite(parts: SiteParts, request: SiteRequest): AsyncGenerator<DiscoveredPage> {
  const site = await visitSite(parts, request);
  let remainingPages = request.maxPages;
  for await (const page of allPages(site, request)) {
    remainingPages -= 1;
    site.yielded(remainingPages >= 0);
    if (remainingPages >= 0) yield page;
    // What is listed beyond the limit is counted, so that somebody can be told.
    if (remainingPages <= 0 && page.foundBy === 'link') return;
  }
}

async function* allPages(site: VisitedSite, request: SiteRequest): AsyncGenerator<DiscoveredPage> {
  let any = false;
  for await (const { url, ...listed } of listedPages(site, request)) {
    const entered = site.enter(url);
    if (entered === null) continue;
    any = true;
    yield { ...listed, url: entered };
  }
  if (any) return;
  const start = site.enter(request.url);
  if (start === null) throw siteEmpty();
  for await (const url of followLinks(site, { start, maxDepth: request.maxDepth }))
    yield { url, foundBy: 'link' };
}

async function* listedPages(
  { origin, begin, robots, load }: VisitedSite,
  { url: siteUrl, prefix }: SiteRequest,
): AsyncGenerator<DiscoveredPage> {
  const folder = prefix.endsWith('/') ? prefix : `${prefix}/`;
  const inFolderOrRoot = (name: string) => [...new Set([new URL(name, folder).href, `${origin}/${name}`])];
  const isSitemap = /\.xml(?:\.gz)?$/iu.test(begin.pathname);
  const isLlmsTxt = begin.pathname.endsWith('/llms.txt');
  for (const list of isSitemap ? [] : isLlmsTxt ? [siteUrl] : inFolderOrRoot('llms.txt')) {
    const text = await load(list);
    if (text !== null) for (const url of readLlmsTxt(text, list)) yield { url, foundBy: 'llms.txt' };
  }
  if (isLlmsTxt) return;
  const mayLoad = (url: string) => [origin, begin.origin].includes(URL.parse(url)?.origin ?? '');
  const usual = ['sitemap.xml', 'sitemap_index.xml', 'sitemap-index.xml'].map(inFolderOrRoot);
  for (const urls of isSitemap ? [[siteUrl]] : [robots.sitemaps, ...usual]) {
    let any = false;
    for await (const listed of readSitemap(load, { urls, mayLoad })) {
      any = true;
      yield { ...listed, foundBy: 'sitemap' };
    }
    if (any) return;
  }
}

const siteEmpty = () =>
  pageFailure(
    'site_empty',
    'The site has no page to read: its lists name none below the prefix, and its first page is outside it or not allowed by robots.txt.',
  );

interface SiteParts extends Pick<ExtractionPool, 'links'> {
  readonly network: Network;
}

/** For each page that is wanted. Beyond that, a site's links are a trap, or lead to nothing. */
const addressesPerPage = 20;

type VisitedSite = Awaited<ReturnType<typeof visitSite>>;

/** A site during discovery. Requests are sent one after another, at the slower rate of the config and robots.txt. */
async function visitSite({ network, links }: SiteParts, site: SiteRequest) {
  const { origin } = requirePageUrl(site.prefix, network.allowed);
  const begin = requirePageUrl(site.url, network.allowed);
  const scope = siteScope(site.prefix, site);
  const visitedUrls = new Set<string>();
  const mostKnown = addressesPerPage * site.maxPages;
  const counts = { found: 0, beyond: 0 };
  const loadText = createLoadText(network, site);
  const robots = await readRobots(loadText, origin, network.userAgent);
  const interval = 1_000 * Math.max(1 / site.requestsPerSecond, robots.crawlDelaySeconds);
  const inTurn = pThrottle({ limit: 1, interval, signal: site.signal });
  const loadInTurn = inTurn((url: string) => fetchBytes(network, { ...site, url, accept: acceptDocuments }));

  const enter = (url: string): string | null => {
    const page = scope.pageOf(url);
    if (page === null || !robots.allows(page)) return null;
    const key = scope.keyOf(page);
    if (visitedUrls.has(key) || visitedUrls.size >= mostKnown) return null;
    visitedUrls.add(key);
    return page;
  };
  return {
    /** The origin of the prefix. */
    origin,
    /** The first page or list. */
    begin,
    robots,
    load: inTurn(loadText),
    enter,
    land: (from: string, to: string) => {
      const isSame = scope.pageOf(to) !== null && scope.keyOf(from) === scope.keyOf(to);
      return isSame ? scope.pageOf(to) : enter(to);
    },
    open: async (url: string) => {
      const page = await loadInTurn(url);
      if (page.outcome === 'not_modified') return { url, links: [] };
      const document = { bytes: page.bytes, name: null, contentType: page.header, baseUrl: page.url };
      return { url: page.url, links: await links(document, site.signal) };
    },
    /** Counts a page, which is taken or one too many. */
    yielded: (isTaken: boolean): void => {
      counts[isTaken ? 'found' : 'beyond'] += 1;
      site.onProgress?.({ ...counts });
    },
  };
}
