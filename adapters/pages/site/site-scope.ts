import { pageFailure } from '../network/page-failure.ts';

/** Longer addresses are made by a machine that counts, not by a person who writes. */
const maxUrlChars = 2000;

/** Endings of files that are no pages: pictures, programs, archives, data. */
const noPage =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|webm|ogg|wav|mov|avi|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|exe|msi|dmg|deb|rpm|jar|whl|iso|css|js|mjs|map|json|xml|rss|atom|csv|ya?ml|woff2?|ttf|eot)$/iu;

export interface SiteScope {
  /** The address as it is listed, without its fragment, or null for what does not belong to the site. */
  readonly pageOf: (url: string, base?: string) => string | null;
  /** Equal for addresses that are the same page by another name: `/a`, `/a/`, `/a.html`, `/a/index.html`, `/a.md`. */
  readonly keyOf: (url: string) => string;
}

/** Which addresses belong to a site: those that begin with the prefix, cut at a `/`. */
export function siteScope(prefix: string): SiteScope {
  const root = URL.parse(prefix);
  if (!root) throw pageFailure('page_bad_url', 'The prefix of the site is no address.');
  // A list of pages or a first page, given as the site's address, means its folder.
  const path = root.pathname.replace(/\/(?:[^/]*\.xml(?:\.gz)?|llms\.txt|index\.html?)?$/iu, '');
  return {
    pageOf: (text, base) => {
      const url = URL.parse(text, base);
      if (!url || url.origin !== root.origin || url.href.length > maxUrlChars) return null;
      if (url.pathname !== path && !url.pathname.startsWith(`${path}/`)) return null;
      if (noPage.test(url.pathname) || url.username !== '' || url.password !== '') return null;
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
