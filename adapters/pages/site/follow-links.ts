import { PortError } from '../../../domain/ports/errors.ts';

interface LinkedPage {
  readonly url: string;
  readonly links: readonly string[];
}

/** What following links needs of a site. */
export interface FollowedSite {
  readonly open: (url: string) => Promise<LinkedPage>;
  /** The page as it is listed; null for what is outside, known already or not allowed. */
  readonly enter: (url: string) => string | null;
  /** The same for a page whose redirects ended somewhere else. */
  readonly land: (from: string, to: string) => string | null;
  readonly failed: () => void;
}

/**
 * Walks a site by its links, breadth first. A page is yielded by the address where its redirects ended. One that cannot
 * be read is yielded as well, so that it is listed with its reason, and `failed` is called; a page that does not exist is not.
 * Pages at the last depth are not opened. Throws when the first page cannot be read, and yields nothing when it leads out.
 */
export async function* followLinks(
  { open, land, enter, failed }: FollowedSite,
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
        failed();
        return { url, links: [] };
      });
      if (!page) continue;
      const landed = page.url === url ? url : land(url, page.url);
      if (landed === null) continue;
      yield landed;
      for (const link of page.links) {
        const known = enter(link);
        if (known !== null) next.push(known);
      }
    }
    level = next;
  }
}
