import { hideKeys } from '../../../domain/intake/mask-credentials.ts';
import { pageFailure } from '../network/page-failure.ts';

/** Longer addresses are generated, for example by an endless calendar. */
const maxUrlChars = 2000;

/** Extensions of files that are not pages. */
const noPage =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|webm|ogg|wav|mov|avi|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|exe|msi|dmg|deb|rpm|jar|whl|iso|css|js|mjs|map|json|xml|rss|atom|csv|ya?ml|woff2?|ttf|eot)$/iu;

interface SiteScope {
  /** The address without its fragment, or null if it does not belong to the site. */
  readonly pageOf: (url: string) => string | null;
  /** A key that all addresses of a page share: `/a`, `/a/`, `/a.html`, `/a/index.html`, `/a.md`. */
  readonly keyOf: (url: string) => string;
}

/** An address belongs to a site if it begins with the prefix, followed by nothing or a `/`. */
export function siteScope(prefix: string): SiteScope {
  const root = URL.parse(prefix);
  if (!root) throw pageFailure('page_bad_url', 'The prefix of the site is not an address.');
  // A sitemap, an llms.txt or an index page given as the prefix stands for its folder.
  const path = root.pathname.replace(/\/(?:[^/]*\.xml(?:\.gz)?|llms\.txt|index\.html?)?$/iu, '');
  return {
    pageOf: (text) => {
      const url = URL.parse(text);
      if (!url || url.origin !== root.origin || url.href.length > maxUrlChars) return null;
      if (url.pathname !== path && !url.pathname.startsWith(`${path}/`)) return null;
      if (noPage.test(url.pathname) || url.username !== '' || url.password !== '') return null;
      if (hideKeys(url.href) !== url.href) return null;
      url.hash = '';
      return url.href;
    },
    keyOf: (text) => {
      const url = new URL(text);
      const page = url.pathname
        .replace(/\.(?:md|markdown|html?)$/iu, '')
        .replace(/\/index$/iu, '')
        .replace(/\/+$/u, '');
      return `${url.host}${page}${url.search}`;
    },
  };
}
