import pThrottle from 'p-throttle';
import type { LibraryDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { holdRefresh, sourcesAtOnce, type BoundedStep } from './refresh-run.ts';
import { workOff } from '../work-off.ts';
import { contentHash } from '../../domain/values/content-hash.ts';
import { emptyRecord, type IndexCacheRecord } from '../../domain/documents/index-cache.ts';
import type { SiteOrigin } from '../../domain/documents/source-origins.ts';
import type { ReadPage } from '../../domain/ports/pages.ts';
import { namedAddress } from '../../domain/documents/markup/moved.ts';
import { daysBefore } from '../../domain/values/time.ts';
import {
  failedWith,
  documentLeftOut,
  finalError,
  unlisted,
  type PortError,
} from '../../domain/ports/errors.ts';
import { goneSince, isLeftOut, likeMissing, type KnownSource } from '../../domain/documents/known-sources.ts';
import {
  addressOf,
  descriptionKey,
  emptiedRecord,
  withDescriptionTask,
  pageLimits,
  samePage,
  rejectSource,
  nextCheckAfterFailure,
  nextCheckAfterSuccess,
} from './source-tasks.ts';
import { lettersIn } from '../../domain/values/text.ts';

/** Fetches due pages, each once, until the time is up. Each result is saved at once. */
export async function fetchPages(deps: LibraryDeps, step: BoundedStep) {
  const run = await holdRefresh(deps, step);
  const { knownSources, config, origins } = deps;
  const { signal } = stepRun();
  const listed = new Set((await knownSources.all()).map((source) => samePage(addressOf(source))));
  const isLikeMissing = likeMissingPages(deps, { listed, signal });
  // Only requests to configured sites are paced.
  const turns = new Map(
    origins.sites.map((site) => [
      site.url,
      pThrottle({ limit: 1, interval: 1_000 / site.requests_per_second, signal })(async () => {}),
    ]),
  );
  const counts = await workOff(await knownSources.waiting('fetch', sourcesAtOnce), {
    none: { fetched: 0, changed: 0, failed: 0 },
    atOnce: config.kb.url_download_concurrency,
    milliseconds: step.milliseconds,
    work: async (source) => {
      await turns.get(source.origin)?.();
      const { source: next, outcome } = await fetchUrlSource(deps, { source, listed, isLikeMissing, signal });
      await knownSources.save([next], run);
      return { fetched: 1, changed: Number(outcome === 'changed'), failed: Number(outcome === 'failed') };
    },
  });
  return { ...counts, left: await knownSources.count('fetch') };
}

/**
 * Requests a page, conditionally on the stored copy. An unchanged page only gets new dates. After a failure the old text
 * stays, and each further failure delays the next attempt more.
 */
async function fetchUrlSource(
  deps: LibraryDeps,
  { source, signal, ...pages }: SitePages & { readonly source: KnownSource; readonly signal: AbortSignal },
): Promise<{ readonly source: KnownSource; readonly outcome: 'changed' | 'unchanged' | 'failed' }> {
  const { sourceId, record } = source;
  const url = addressOf(source);
  const isHeld = !isLeftOut(source.error) && (await deps.documents.hasText(sourceId));
  const heldUrl = isHeld ? record?.url : undefined;
  const site = deps.origins.sites.find((one) => one.url === source.origin);
  try {
    const page = await deps.pages.read({
      url,
      ...pageLimits(deps.config),
      etag: heldUrl?.etag ?? null,
      lastModified: heldUrl?.last_modified ?? null,
      signal,
    });
    const checked = { ...source, failures: 0, error: null };
    const nextCheckAt = nextCheckAfterSuccess(deps);
    if (page.outcome === 'not_modified') {
      return { source: dated(deps, checked, nextCheckAt, 'not_modified'), outcome: 'unchanged' };
    }
    const { title, text, anchors, date, etag, lastModified } = page;
    const why = site ? await whyNoneOf(site, page, { url, ...pages }) : null;
    if (why !== null) throw documentLeftOut(why);
    const slug = site ? await shownAddress(deps, url, signal) : null;
    await deps.documents.savePage(sourceId, {
      title,
      text,
      slug,
      date,
      ...(anchors && { anchors }),
    });
    const hash = contentHash(text);
    const isSame = record?.content_hash === hash;
    const { summary_text = '' } = record ?? {};
    const changed = { content_hash: hash, summary_text, summary_pending: true };
    const newRecord = isSame ? record : { ...emptyRecord('url', deps.now().toISOString()), ...changed };
    const read = { ...checked, record: newRecord, tokens: deps.countTokens(text) };
    const validators = { etag, last_modified: lastModified };
    const next = dated(deps, read, nextCheckAt, 'success', validators);
    return { source: next, outcome: isSame ? 'unchanged' : 'changed' };
  } catch (error) {
    signal.throwIfAborted();
    if (failedWith(error, 'document_left_out')) return leaveOut(deps, source, error);
    const failures = source.failures + 1;
    const since = missingSince(deps, source, error);
    const reason = rejectSource(deps, source, since === null ? error : notThereSince(since));
    if (since !== null) return drop(deps, { ...source, failures, error: reason });
    const nextCheckAt = nextCheckAfterFailure(deps.now(), failures);
    const failed = { ...source, failures, error: reason };
    return { source: dated(deps, failed, nextCheckAt, statusOf(error)), outcome: 'failed' };
  }
}

/** Of a site that is gone, no page can be reached. One that refuses programs, or asks for a login, is there. */
const missing = ['page_not_found', 'page_unreachable', 'page_timed_out'] as const;

const notThereSince = (since: string) => finalError('page_not_found', goneSince(since.slice(0, 10)));

/** Takes what a page said out of the index. When it comes back, it is read like a new one. */
async function drop(deps: LibraryDeps, source: KnownSource) {
  const { record, sourceId } = source;
  await deps.documents.savePage(sourceId, { title: null, text: '' });
  const url = record?.url && { ...record.url, etag: null, last_modified: null };
  const emptied = record && { ...emptiedRecord(record), ...(url && { url }) };
  const nextCheckAt = nextCheckAfterSuccess(deps);
  const dropped = dated(deps, { ...source, record: emptied }, nextCheckAt, 'error');
  return { source: dropped, outcome: 'failed' } as const;
}

/** Steward may have been away itself: the ninth failure in a row comes after 21 hours of tries. */
const fewestFailures = 9;

/** When a page was last there, if that is longer ago than `kb.drop_missing_after_days`; otherwise null. */
function missingSince(
  { config, now }: LibraryDeps,
  { record, failures }: KnownSource,
  error: unknown,
): string | null {
  const last = record?.url?.last_fetched_at ?? null;
  const days = config.kb.drop_missing_after_days;
  const isMissing = last !== null && failures + 1 >= fewestFailures && failedWith(error, ...missing);
  return isMissing && new Date(last) < daysBefore(now(), days) ? last : null;
}

/** A page that is none stays listed, with the reason, and is looked at as often as others. */
async function leaveOut(deps: LibraryDeps, source: KnownSource, error: PortError) {
  await deps.documents.savePage(source.sourceId, { title: null, text: '' });
  const emptied = { ...source, record: null, failures: 0, error: rejectSource(deps, source, error) };
  const nextCheckAt = nextCheckAfterSuccess(deps);
  return { source: dated(deps, emptied, nextCheckAt, 'success'), outcome: 'unchanged' } as const;
}

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./u, '');

/** What is known of all pages of sites. */
interface SitePages {
  readonly listed: ReadonlySet<string>;
  readonly isLikeMissing: ReturnType<typeof likeMissingPages>;
}

/** Why a page that has been read is none of its site; null if it is one. */
async function whyNoneOf(
  site: SiteOrigin,
  page: Extract<ReadPage, { outcome: 'read' }>,
  { url, listed, isLikeMissing }: SitePages & { readonly url: string },
): Promise<string | null> {
  const { canonical = null, kind, text } = page;
  if (page.isUnlisted) return unlisted;
  if (kind === 'html' && hostOf(page.url) !== hostOf(url))
    return `it leads to ${namedAddress(page.url)}, on another host`;
  if (canonical !== null && isTwin(url, canonical, listed))
    return 'it names another listed page as its address';
  return (await isLikeMissing(site, url, text)) ? likeMissing : null;
}

/** Whether another listed page stands for this one. Sites that call every page by their first are not believed. */
function isTwin(url: string, canonical: string, listed: ReadonlySet<string>): boolean {
  const [page, other] = [samePage(url), samePage(canonical)];
  return page !== other && listed.has(other) && other.includes('/') && !page.startsWith(`${other}/`);
}

/** The page that a file of Markdown is the text of, where the site has it; else null. */
async function shownAddress(deps: LibraryDeps, url: string, signal: AbortSignal): Promise<string | null> {
  if (!/\.mdx?$/iu.test(url)) return null;
  const page = url.replace(/(?:(?<=\/)index)?\.mdx?$/iu, '');
  const { timeoutSeconds } = pageLimits(deps.config);
  const { ok } = await deps.pages.check({ url: page, timeoutSeconds, signal });
  return ok ? page : null;
}

type UrlMeta = NonNullable<IndexCacheRecord['url']>;

/** Sets the dates of a source and its next task. */
function dated(
  deps: LibraryDeps,
  source: KnownSource,
  nextCheckAt: string,
  status: UrlMeta['fetch_status'],
  validators?: Pick<UrlMeta, 'etag' | 'last_modified'>,
): KnownSource {
  const checkedAt = deps.now().toISOString();
  const hasAnswered = status === 'success' || status === 'not_modified';
  const urlRecord = source.record?.url;
  const record: IndexCacheRecord = {
    // A page that was never fetched is not in the index at all.
    ...(source.record ?? emptyRecord('url', checkedAt)),
    url: {
      url: addressOf(source),
      last_fetched_at: hasAnswered ? checkedAt : (urlRecord?.last_fetched_at ?? null),
      etag: validators ? validators.etag : (urlRecord?.etag ?? null),
      last_modified: validators ? validators.last_modified : (urlRecord?.last_modified ?? null),
      fetch_status: status,
      next_check_at: nextCheckAt,
    },
  };
  return withDescriptionTask({ ...source, record, checkedAt, nextCheckAt }, descriptionKey(deps));
}

const statusOf = (error: unknown): 'timeout' | 'error' =>
  failedWith(error, 'page_timed_out') ? 'timeout' : 'error';

/** Lists given as the prefix, as in `siteScope`. */
const list = /\/(?:[^/]*\.xml(?:\.gz)?|llms\.txt|index\.html?)?$/iu;

/**
 * Tells whether a page has the text that its site shows at an address that nobody made, which each site is asked for once. Its
 * first page, and what redirects to a listed one, may be shown there.
 */
function likeMissingPages(
  deps: LibraryDeps,
  { listed, signal }: { readonly listed: ReadonlySet<string>; readonly signal: AbortSignal },
): (site: Pick<SiteOrigin, 'url' | 'prefix'>, url: string, text: string) => Promise<boolean> {
  const texts = new Map<string, Promise<string | null>>();
  const askFor = async (prefix: string): Promise<string | null> => {
    const url = `${prefix.replace(list, '')}/no-such-page-${contentHash(prefix).slice(0, 12)}`;
    const page = await deps.pages.read({ url, ...pageLimits(deps.config), signal }).catch(() => null);
    signal.throwIfAborted();
    return page?.outcome !== 'read' || listed.has(samePage(page.url)) ? null : ownLetters(url, page.text);
  };
  return async ({ url: first, prefix }, url, text) => {
    if ([first, prefix].map(samePage).includes(samePage(url))) return false;
    const missing = texts.get(prefix) ?? askFor(prefix);
    texts.set(prefix, missing);
    return (await missing) === ownLetters(url, text);
  };
}

/** A text that names the address that was asked for says the same of each. */
const ownLetters = (url: string, text: string): string =>
  lettersIn(text.replaceAll(url, '').replaceAll(new URL(url).pathname, ''));
