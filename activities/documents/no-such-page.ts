import { contentHash } from '../../domain/values/content-hash.ts';
import { lettersIn } from '../../domain/values/text.ts';
import type { SiteOrigin } from '../../domain/documents/source-origins.ts';
import type { LibraryDeps } from '../deps.ts';
import { pageLimits, samePage } from './source-tasks.ts';

/** Lists given as the prefix, as in `siteScope`. */
const list = /\/(?:[^/]*\.xml(?:\.gz)?|llms\.txt|index\.html?)?$/iu;

/**
 * Tells whether a page has the text that its site shows at an address that nobody made, which each site is asked for once. Its
 * first page, and what redirects to a listed one, may be shown there.
 */
export function likeMissingPages(
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
