import type { DiscoveredPage, SiteRequest } from '../../../domain/ports/pages.ts';
import { pageFailure } from '../network/page-failure.ts';
import { followLinks } from './follow-links.ts';
import { visitSite, type VisitedSite, type SiteParts } from './visit-site.ts';
import { readLlmsTxt, readSitemap } from './site-lists.ts';

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
