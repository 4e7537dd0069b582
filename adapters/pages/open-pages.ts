import type { LookupFunction } from 'node:net';
import type { Pages } from '../../domain/ports/pages.ts';
import { openBrowser } from './browser/open-browser.ts';
import { renderPage } from './browser/render-page.ts';
import {
  defaultExtractionLimits,
  openExtractionPool,
  type ExtractionLimits,
} from './reading/extraction-pool.ts';
import { readRepository } from './github/read-repository.ts';
import { checkUrl } from './network/check-url.ts';
import { acceptDocuments, fetchBytes, fetchPage } from './network/fetch-page.ts';
import { createGuardedAgent } from './network/guarded-agent.ts';
import { allowHosts } from './network/page-url.ts';
import { readPage, type LoadPage } from './read-page.ts';
import { crawlSite } from './site/crawl-site.ts';
import { siteScope } from './site/site-scope.ts';

export interface PagesOptions {
  /** Hosts of the private network that Steward may request (`pages.allow_hosts`), as `host` or `host:port`. */
  readonly allowHosts: readonly string[];
  readonly userAgent: string;
  /** Prefixes of the pages that are rendered in a browser (`render: true` of a source). */
  readonly render?: readonly string[];
  /** `pages.browser_path`, or null for a Chromium on the PATH. */
  readonly browserPath?: string | null;
  /** The DNS lookup; the system's by default. */
  readonly resolve?: LookupFunction;
  readonly extraction?: Omit<ExtractionLimits, 'attemptsDir'>;
  /** Where attempts to read documents are counted. Null: nowhere. */
  readonly attemptsDir?: string | null;
}

export interface OpenPages extends Pages {
  close(): Promise<void>;
}

/** Reads the web over HTTP/1.1. `close` aborts requests in progress. */
export function openPages({
  allowHosts: hosts,
  userAgent,
  render = [],
  browserPath = null,
  resolve,
  extraction: limits = defaultExtractionLimits,
  attemptsDir = null,
}: PagesOptions): OpenPages {
  const allowed = allowHosts(hosts);
  const dispatcher = createGuardedAgent({ allowed, resolve });
  const network = { dispatcher, allowed, userAgent };
  const extraction = openExtractionPool({ ...limits, attemptsDir });
  const browser = openBrowser({ browserPath });
  const rendered = render.map((prefix) => siteScope(prefix));
  const load: LoadPage = (request) =>
    rendered.some(({ pageOf }) => pageOf(request.url) !== null)
      ? renderPage({ network, browser }, request)
      : fetchBytes(network, { ...request, accept: acceptDocuments });
  return {
    fetch: (request) => fetchPage(network, request),
    check: (request) => checkUrl(network, request),
    extract: ({ bytes, name = null, contentType = null, baseUrl = null, signal }) =>
      extraction.extract({ bytes, name, contentType, baseUrl }, signal),
    read: (request) => readPage({ ...extraction, load }, request),
    repository: (request) => readRepository({ ...extraction, network }, request),
    discover: (site) => crawlSite({ ...extraction, network, load }, site),
    close: async () => {
      await Promise.all([browser.close(), dispatcher.destroy(), extraction.close()]);
    },
  };
}
