import type { LookupFunction } from 'node:net';
import type { Pages } from '../../domain/ports/pages.ts';
import { checkUrl } from './network/check-url.ts';
import { fetchPage } from './network/fetch-page.ts';
import { createGuardedAgent } from './network/guarded-agent.ts';
import { allowHosts } from './network/page-url.ts';

export interface PagesOptions {
  /** `pages.allow_hosts`: hosts of the inner network that may be asked, `host` or `host:port`. */
  readonly allowHosts: readonly string[];
  readonly userAgent: string;
  /** The system's unless told. */
  readonly resolve?: LookupFunction;
}

export interface OpenPages extends Pages {
  close(): Promise<void>;
}

/** The web over HTTP/1.1. `close` cuts what is still under way. */
export function openPages({ allowHosts: hosts, userAgent, resolve }: PagesOptions): OpenPages {
  const allowed = allowHosts(hosts);
  const dispatcher = createGuardedAgent({ allowed, resolve });
  const network = { dispatcher, allowed, userAgent };
  return {
    fetch: (request) => fetchPage(network, request),
    check: (request) => checkUrl(network, request),
    close: () => dispatcher.destroy(),
  };
}
