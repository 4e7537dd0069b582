import { contentHash } from '../../domain/values/content-hash.ts';
import { lettersIn } from '../../domain/values/text.ts';
import type { LibraryDeps } from '../deps.ts';
import { pageLimits, samePage } from './source-tasks.ts';

interface SitePage {
  readonly url: string;
  readonly text: string;
}

/**
 * Tells whether a page has the text that its site shows for an address that nobody made, which each site is asked for once. A
 * site that answers so with its first page, or with another listed one, has no such text.
 */
export function likeMissingPages(
  deps: LibraryDeps,
  { listed, signal }: { readonly listed: ReadonlySet<string>; readonly signal: AbortSignal },
): (site: { readonly url: string; readonly prefix: string }, page: SitePage) => Promise<boolean> {
  const texts = new Map<string, Promise<string | null>>();
  const askFor = async (prefix: string): Promise<string | null> => {
    const folder = prefix.endsWith('/') ? prefix : `${prefix}/`;
    const url = new URL(`no-such-page-${contentHash(prefix).slice(0, 12)}`, folder).href;
    const page = await deps.pages.read({ url, ...pageLimits(deps.config), signal }).catch(() => null);
    signal.throwIfAborted();
    return page?.outcome !== 'read' || listed.has(samePage(page.url)) ? null : ownLetters({ ...page, url });
  };
  return async (site, page) => {
    const isFirst = [site.url, site.prefix].some((first) => samePage(first) === samePage(page.url));
    if (isFirst) return false;
    const missing = texts.get(site.prefix) ?? askFor(site.prefix);
    texts.set(site.prefix, missing);
    return (await missing) === ownLetters(page);
  };
}

/** A text that names the address that was asked for says the same of each. */
function ownLetters({ url, text }: SitePage): string {
  const { pathname } = new URL(url);
  const names = [url, pathname, pathname.split('/').findLast((part) => part !== '') ?? ''];
  return lettersIn(
    names.filter((name) => name.length > 1).reduce((rest, name) => rest.replaceAll(name, ''), text),
  );
}
