import type { LookupFunction } from 'node:net';
import type { Pages } from '../../domain/ports/pages.ts';
import {
  defaultExtractionLimits,
  openExtractionPool,
  type ExtractionLimits,
} from './content/extraction-pool.ts';
import { checkUrl } from './network/check-url.ts';
import { acceptDocuments, fetchBytes, fetchPage } from './network/fetch-page.ts';
import { createGuardedAgent } from './network/guarded-agent.ts';
import { allowHosts } from './network/page-url.ts';
import { readPage } from './read-page.ts';
import { discoverSite } from './site/discover-site.ts';

export interface PagesOptions {
  /** `pages.allow_hosts`: hosts of the inner network that may be asked, `host` or `host:port`. */
  readonly allowHosts: readonly string[];
  readonly userAgent: string;
  /** The system's unless told. */
  readonly resolve?: LookupFunction;
  readonly extraction?: ExtractionLimits;
}

export interface OpenPages extends Pages {
  close(): Promise<void>;
}

/** The web over HTTP/1.1. `close` cuts what is still under way. */
export function openPages({
  allowHosts: hosts,
  userAgent,
  resolve,
  extraction: limits = defaultExtractionLimits,
}: PagesOptions): OpenPages {
  const allowed = allowHosts(hosts);
  const dispatcher = createGuardedAgent({ allowed, resolve });
  const network = { dispatcher, allowed, userAgent };
  const extraction = openExtractionPool(limits);
  return {
    fetch: (request) => fetchPage(network, request),
    check: (request) => checkUrl(network, request),
    extract: ({ bytes, name = null, contentType = null, baseUrl = null, signal }) =>
      extraction.extract({ bytes, name, contentType, baseUrl }, signal),
    read: (request) =>
      readPage(
        {
          extract: (document, signal) => extraction.extract(document, signal),
          load: (page) => fetchBytes(network, { ...page, accept: acceptDocuments }),
        },
        request,
      ),
    discover: (site) =>
      discoverSite({ network, links: (page, signal) => extraction.links(page, signal) }, site),
    close: async () => {
      await Promise.all([dispatcher.destroy(), extraction.close()]);
    },
  };
}
