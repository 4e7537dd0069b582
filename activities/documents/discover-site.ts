import { dayOfMost, itself, newSource, type KnownSource } from '../../domain/documents/known-sources.ts';
import type { IndexCacheRecord } from '../../domain/documents/index-cache.ts';
import type { SiteOrigin } from '../../domain/documents/source-origins.ts';
import type { RepositoryText, SiteProgress, SiteRequest } from '../../domain/ports/pages.ts';
import { documentLeftOut, PortError } from '../../domain/ports/errors.ts';
import { leadingDay } from '../../domain/values/time.ts';
import { contentHash } from '../../domain/values/content-hash.ts';
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
  descriptionKey,
  withDescriptionTask,
} from './source-tasks.ts';
import type { LeasingRun } from '../lease.ts';
import { holdRefresh } from './refresh-run.ts';

/** Discovers the pages of a configured site. If that fails, the known pages stay, and it is retried later. */
export async function discoverSite(
  deps: LibraryDeps,
  { url: siteUrl, ...step }: LeasingRun & { readonly url: string },
): Promise<{ readonly found: number; readonly failed: 0 | 1 }> {
  const run = await holdRefresh(deps, step);
  const { knownSources } = deps;
  const site = deps.origins.sites.find(({ url }) => url === siteUrl);
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
  const of: SiteReading = { deps, site, knownById, signal };
  try {
    const pages = new Map<string, KnownSource>();
    let beyond = 0;
    const reached = (progress: SiteProgress) => {
      ({ beyond } = progress);
      report(() => progress);
    };
    for await (const page of site.github ? repositoryPages(of) : sitePages(of, reached)) {
      if (isElsewhere(addressOf(page))) continue;
      // What moves in a list while it is read comes twice.
      pages.set(page.sourceId, page);
      // What a repository has told is not asked for again if it goes away in the middle.
      if (site.github) await knownSources.save([page], run);
    }
    const nextCheckAt = nextCheckAfterSuccess(deps);
    const error = beyond === 0 ? null : tooMany(pages.size, beyond, site.max_pages);
    if (error !== null) tellRejected(deps, listedSite, { reason: error });
    const crawledSite = { ...listedSite, checkedAt, nextCheckAt, failures: 0, error };
    await knownSources.save([...(site.github ? [] : withTrueDates([...pages.values()])), crawledSite], run);
    return { found: pages.size, failed: 0 };
  } catch (error) {
    signal.throwIfAborted();
    const failures = listedSite.failures + 1;
    const pauseSeconds = error instanceof PortError ? (error.retryAfterSeconds ?? 0) : 0;
    const nextCheckAt = nextCheckAfterFailure(deps.now(), failures, pauseSeconds);
    const failed = {
      ...listedSite,
      checkedAt,
      nextCheckAt,
      failures,
      error: rejectSource(deps, listedSite, error),
    };
    const read = new Set(
      (await knownSources.all()).flatMap((one) => (one.foundBy === run ? [one.sourceId] : [])),
    );
    const stay = pagesOf(site.url, knownById).filter(({ sourceId }) => !read.has(sourceId));
    const pages = await Promise.all(stay.map((page) => laterPage(of, page)));
    await knownSources.save([...pages, failed], run);
    return { found: pages.length, failed: 1 };
  }
}

interface SiteReading {
  readonly deps: LibraryDeps;
  readonly site: SiteOrigin;
  readonly knownById: ReadonlyMap<string, KnownSource>;
  readonly signal: AbortSignal;
}

async function* sitePages(
  { deps, site, knownById, signal }: SiteReading,
  onProgress: (progress: SiteProgress) => void,
) {
  const pages = deps.pages.discover({ ...requestOf(site), ...pageLimits(deps.config), signal, onProgress });
  for await (const { url, date = null } of pages)
    yield { ...(await urlSource(deps, url, site.url, knownById)), listedDate: date };
}

/** A page of a site that is not looked at now: one of a repository comes with its repository. */
export const laterPage = async (
  { deps, site, knownById }: Pick<SiteReading, 'deps' | 'site' | 'knownById'>,
  page: KnownSource,
): Promise<KnownSource> =>
  site.github
    ? withDescriptionTask(page, descriptionKey(deps))
    : urlSource(deps, addressOf(page), site.url, knownById);

/** The documents of a repository, whose texts are saved as they come. */
async function* repositoryPages({ deps, site, knownById, signal }: SiteReading) {
  const { github } = site;
  if (!github) return;
  const etags = new Map<string, string>();
  for (const page of pagesOf(site.url, knownById))
    if (page.error !== null || (await deps.documents.hasText(page.sourceId)))
      etags.set(addressOf(page), page.record?.url?.etag ?? '');
  const documents = deps.pages.repository({
    ...github,
    token: deps.config.pages.github_token?.reveal() ?? null,
    heldVersion: (url) => etags.get(url) ?? null,
    heldWith: (beginning) =>
      [...etags].flatMap(([url, version]) => (version.startsWith(beginning) ? [{ url, version }] : [])),
    ...pageLimits(deps.config),
    signal,
  });
  for await (const { url, version, text, error } of documents) {
    const sourceId = pageId(url);
    const page = knownById.get(sourceId) ?? newSource({ sourceId, kind: 'url', origin: site.url });
    if (error !== undefined) {
      tellRejected(deps, page, { reason: error });
      const nothing = { url, version, title: null, text: '', description: '' };
      yield { ...readSource(deps, { ...page, origin: site.url }, nothing), error };
    } else if (text === null) yield withDescriptionTask(page, descriptionKey(deps));
    else {
      await deps.documents.savePage(sourceId, {
        title: text.title,
        text: text.text,
        ...(text.anchors && { anchors: text.anchors }),
        date: leadingDay(version),
      });
      yield readSource(deps, { ...page, origin: site.url }, { url, version, ...text });
    }
  }
}

/** A document of a repository as it was read. What has a description needs no model. */
function readSource(
  deps: LibraryDeps,
  page: KnownSource,
  { url, version, text, description }: { readonly version: string; readonly url: string } & RepositoryText,
): KnownSource {
  const checkedAt = deps.now().toISOString();
  const hash = contentHash(text);
  const isSame = page.record?.content_hash === hash;
  const record: IndexCacheRecord = {
    source_type: 'url',
    content_hash: hash,
    summary_text: description ?? page.record?.summary_text ?? '',
    last_indexed_at: isSame ? (page.record?.last_indexed_at ?? checkedAt) : checkedAt,
    summary_pending: description === null && !isSame,
    url: {
      url,
      last_fetched_at: checkedAt,
      etag: version,
      last_modified: null,
      fetch_status: 'success',
      next_check_at: checkedAt,
    },
  };
  const next = { ...page, record, checkedAt, failures: 0, error: null, tokens: deps.countTokens(text) };
  return withDescriptionTask(
    description === null ? next : { ...next, describedBy: itself },
    descriptionKey(deps),
  );
}

/** Some sites write the day of their build beside every page, which says nothing of any. */
function withTrueDates(pages: readonly KnownSource[]): readonly KnownSource[] {
  const ofBuild = dayOfMost(pages.map(({ listedDate }) => listedDate));
  return pages.map((page) => (page.listedDate === ofBuild ? { ...page, listedDate: null } : page));
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
