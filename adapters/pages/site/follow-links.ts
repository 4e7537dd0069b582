import { namedAddress } from '../../../domain/documents/markup/moved.ts';
import { pageFailure } from '../network/page-failure.ts';
import { PortError } from '../../../domain/ports/errors.ts';

interface LinkedPage {
  readonly url: string;
  readonly links: readonly string[];
}

interface FollowedSite {
  readonly open: (url: string) => Promise<LinkedPage>;
  /** The listed address of a new page. Null if it is outside the site, known already, forbidden by robots.txt, or one too many. */
  readonly enter: (url: string) => string | null;
  /** Like `enter`, for a page whose redirects ended at another address. */
  readonly land: (from: string, to: string) => string | null;
}

/**
 * Follows a site's links, breadth first. Yields the final address of each page, after redirects; pages at the last depth are
 * not opened. A page that cannot be read is yielded too, so that it is listed with the reason; a page that does not exist is
 * not. Throws if the first page cannot be read, or redirects outside the site.
 */
export async function* followLinks(
  { open, land, enter }: FollowedSite,
  { start, maxDepth }: { readonly start: string; readonly maxDepth: number },
): AsyncGenerator<string> {
  let level: readonly string[] = [start];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const url of level) {
      if (depth === maxDepth && depth > 0) {
        yield url;
        continue;
      }
      const page = await open(url).catch((error: unknown): LinkedPage | null => {
        if (depth === 0 || !(error instanceof PortError)) throw error;
        if (error.code === 'page_not_found') return null;
        return { url, links: [] };
      });
      if (!page) continue;
      const landed = page.url === url ? url : land(url, page.url);
      if (landed === null && depth === 0)
        throw pageFailure(
          'site_empty',
          `The first page leads to ${namedAddress(page.url)}, outside of the site's prefix.`,
        );
      if (landed === null) continue;
      yield landed;
      for (const link of page.links) {
        const entered = enter(link);
        if (entered !== null) next.push(entered);
      }
    }
    level = next;
  }
}
