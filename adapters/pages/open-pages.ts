import type { LookupFunction } from 'node:net';
import type { Pages } from '../../domain/ports/pages.ts';
import {
  defaultExtractionLimits,
  openExtractionPool,
  type ExtractionLimits,
} from './reading/extraction-pool.ts';
import type { GitHubMemory } from './github/github-api.ts';
import { readRepository } from './github/read-repository.ts';
import { checkUrl } from './network/check-url.ts';
import { fetchPage } from './network/fetch-page.ts';
import { createGuardedAgent } from './network/guarded-agent.ts';
import { allowHosts } from './network/page-url.ts';
import { readPage } from './read-page.ts';
import { crawlSite } from './site/crawl-site.ts';

export interface PagesOptions {
  /** Hosts of the private network that Steward may request (`pages.allow_hosts`), as `host` or `host:port`. */
  readonly allowHosts: readonly string[];
  readonly userAgent: string;
  /** The DNS lookup; the system's by default. */
  readonly resolve?: LookupFunction;
  readonly extraction?: ExtractionLimits;
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
  resolve,
  extraction: limits = defaultExtractionLimits,
  attemptsDir = null,
}: PagesOptions): OpenPages {
  const allowed = allowHosts(hosts);
  const dispatcher = createGuardedAgent(allowed, resolve);
  const network = { dispatcher, allowed, userAgent };
  const memory: GitHubMemory = { answers: new Map(), unanswered: new Map() };
  const extraction = openExtractionPool(limits, attemptsDir);
  return {
    fetch: (request) => fetchPage(network, request),
    check: (request) => checkUrl(network, request),
    extract: ({ bytes, name = null, contentType = null, baseUrl = null, signal }) =>
      extraction.extract({ bytes, name, contentType, baseUrl }, signal),
    read: (request) => readPage({ ...extraction, network }, request),
    repository: (request) => readRepository({ ...extraction, network, memory }, request),
    discover: (site) => crawlSite({ ...extraction, network }, site),
    close: async () => {
      await Promise.all([dispatcher.destroy(), extraction.close()]);
    },
  };
}
