import { newSource, type KnownSource } from '../../domain/documents/known-sources.ts';
import type { SiteOrigin } from '../../domain/documents/source-origins.ts';
import type { SiteRequest } from '../../domain/ports/pages.ts';
import { documentLeftOut } from '../../domain/ports/errors.ts';
import type { LibraryDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import {
  addressOf,
  pageId,
  pageLimits,
  rejectSource,
  tellRejected,
  nextCheckAfterFailure,
  nextCheckAfterSuccess,
  pagesOf,
  urlSource,
} from './source-tasks.ts';
import { holdRefresh, type RefreshRun } from './refresh-run.ts';

/** Discovers the pages of a configured site. If that fails, the known pages stay, and it is retried later. */
export async function discoverSite(
  deps: LibraryDeps,
  { at, ...step }: RefreshRun & { readonly at: number },
): Promise<{ readonly found: number; readonly failed: 0 | 1 }> {
  const run = await holdRefresh(deps, step);
  const { knownSources } = deps;
  const site = deps.origins.sites[at];
  if (!site) return { found: 0, failed: 0 };
  const { signal, report } = stepRun();
  const knownById = new Map((await knownSources.all()).map((source) => [source.sourceId, source]));
  const listedSite =
    knownById.get(site.url) ?? newSource({ sourceId: site.url, kind: 'site', origin: site.url });
  const checkedAt = deps.now().toISOString();
  const isElsewhere = (url: string) => {
    const page = knownById.get(pageId(url));
    return page !== undefined && page.origin !== site.url && page.foundBy === run;
  };
  const pageOf = (url: string) => urlSource(deps, { url, origin: site.url, known: knownById });
  try {
    const pages: KnownSource[] = [];
    let beyond = 0;
    for await (const page of deps.pages.discover({
      ...requestOf(site),
      ...pageLimits(deps.config),
      signal,
      onProgress: (reached) => {
        ({ beyond } = reached);
        report(() => reached);
      },
    })) {
      if (!isElsewhere(page.url)) pages.push(await pageOf(page.url));
    }
    const nextCheckAt = nextCheckAfterSuccess(deps);
    const error = beyond === 0 ? null : tooMany(pages.length, beyond, site.max_pages);
    if (error !== null) tellRejected(deps, listedSite, { reason: error });
    const crawledSite = { ...listedSite, checkedAt, nextCheckAt, failures: 0, error };
    await knownSources.save([...pages, crawledSite], run);
    return { found: pages.length, failed: 0 };
  } catch (error) {
    signal.throwIfAborted();
    const failures = listedSite.failures + 1;
    const nextCheckAt = nextCheckAfterFailure(deps.now(), failures);
    const failed = {
      ...listedSite,
      checkedAt,
      nextCheckAt,
      failures,
      error: rejectSource(deps, listedSite, error),
    };
    const stay = pagesOf(site.url, knownById);
    const pages = await Promise.all(stay.map((page) => pageOf(addressOf(page))));
    await knownSources.save([...pages, failed], run);
    return { found: pages.length, failed: 1 };
  }
}

const requestOf = (site: SiteOrigin): Omit<SiteRequest, 'maxBytes' | 'timeoutSeconds'> => ({
  url: site.url,
  prefix: site.prefix,
  maxDepth: site.max_depth,
  maxPages: site.max_pages,
  include: site.include,
  exclude: site.exclude,
  requestsPerSecond: site.requests_per_second,
});

const tooMany = (taken: number, beyond: number, maxPages: number): string =>
  documentLeftOut(
    `${beyond} of ${taken + beyond} listed pages, because max_pages is ${maxPages}. Raise it, or exclude some`,
  ).message;
