import pThrottle from 'p-throttle';
import type { SiteRequest } from '../../../domain/ports/pages.ts';
import type { ExtractionPool } from '../reading/extraction-pool.ts';
import { requirePageUrl } from '../network/page-url.ts';
import { acceptDocuments, fetchBytes } from '../network/fetch-page.ts';
import type { Network } from '../network/send-request.ts';
import type { FollowedSite } from './follow-links.ts';
import { createLoadText, type LoadText } from './load-text.ts';
import { readRobots, type Robots } from './read-robots.ts';
import { siteScope } from './site-scope.ts';

export interface SiteParts extends Pick<ExtractionPool, 'links'> {
  readonly network: Network;
}

/** For each page that is wanted. Beyond that, a site's links are a trap, or lead to nothing. */
const addressesPerPage = 20;

/** A site during discovery. Requests are sent one after another, at the slower rate of the config and robots.txt. */
export interface VisitedSite extends FollowedSite {
  /** The origin of the prefix. */
  readonly origin: string;
  /** The first page or list. */
  readonly begin: URL;
  readonly robots: Robots;
  readonly load: LoadText;
  /** Counts a page, which is taken or one too many. */
  readonly yielded: (isTaken: boolean) => void;
}

export async function visitSite({ network, links }: SiteParts, site: SiteRequest): Promise<VisitedSite> {
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
    origin,
    begin,
    robots,
    load: inTurn(loadText),
    enter,
    land: (from, to) => {
      const isSame = scope.pageOf(to) !== null && scope.keyOf(from) === scope.keyOf(to);
      return isSame ? scope.pageOf(to) : enter(to);
    },
    open: async (url) => {
      const page = await loadInTurn(url);
      if (page.outcome === 'not_modified') return { url, links: [] };
      const document = { bytes: page.bytes, name: null, contentType: page.header, baseUrl: page.url };
      return { url: page.url, links: await links(document, site.signal) };
    },
    yielded: (isTaken) => {
      counts[isTaken ? 'found' : 'beyond'] += 1;
      site.onProgress?.({ ...counts });
    },
  };
}
