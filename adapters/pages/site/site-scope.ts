import picomatch from 'picomatch';
import { hideKeys } from '../../../domain/intake/mask-credentials.ts';
import type { SiteRequest } from '../../../domain/ports/pages.ts';
import { pageFailure } from '../network/page-failure.ts';

/** Longer addresses are generated, for example by an endless calendar. */
const maxUrlChars = 2000;

/** Extensions of files that are not pages. */
const noPage =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|webm|ogg|wav|mov|avi|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|exe|msi|dmg|deb|rpm|jar|whl|iso|css|js|mjs|map|json|xml|rss|atom|csv|ya?ml|woff2?|ttf|eot)$/iu;

/** Lists for models, of which `llms-full.txt` repeats the whole site. */
const modelsList = /\/llms(?:-[\w-]{1,40})?\.txt$/iu;

/**
 * An address belongs to a site if it begins with the prefix, followed by nothing or a `/`, and if the globs of `include` and
 * `exclude` say so of what follows.
 */
export function siteScope(
  prefix: string,
  { include = [], exclude = [] }: Pick<SiteRequest, 'include' | 'exclude'>,
) {
  const isOneOf = (globs: readonly string[]) => picomatch(globs.map((glob) => glob.replace(/^\//u, '')));
  const isIncluded = include.length === 0 ? () => true : isOneOf(include);
  const isExcluded = exclude.length === 0 ? () => false : isOneOf(exclude);
  const root = URL.parse(prefix);
  if (!root) throw pageFailure('page_bad_url', 'The prefix of the site is not an address.');
  // A sitemap, an llms.txt or an index page given as the prefix stands for its folder.
  const path = root.pathname.replace(/\/(?:[^/]*\.xml(?:\.gz)?|llms\.txt|index\.html?)?$/iu, '');
  return {
    /** The address without its fragment, or null if it does not belong to the site. */
    pageOf: (text: string): string | null => {
      const url = URL.parse(text);
      if (!url || url.origin !== root.origin || url.href.length > maxUrlChars) return null;
      if (url.pathname !== path && !url.pathname.startsWith(`${path}/`)) return null;
      const inside = decoded(url.pathname.slice(path.length).replace(/^\/|\/$/gu, ''));
      if (!isIncluded(inside) || isExcluded(inside)) return null;
      if (
        noPage.test(url.pathname) ||
        modelsList.test(url.pathname) ||
        url.username !== '' ||
        url.password !== ''
      )
        return null;
      if (hideKeys(url.href) !== url.href) return null;
      url.hash = '';
      return url.href;
    },
    /** A key that all addresses of a page share: `/a`, `/a/`, `/a.html`, `/a/index.html`, `/a.md`. */
    keyOf: (text: string): string => {
      const url = new URL(text);
      const page = url.pathname
        .replace(/\.(?:md|markdown|html?)$/iu, '')
        .replace(/\/index$/iu, '')
        .replace(/\/+$/u, '');
      return `${url.host}${page}${url.search}`;
    },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
