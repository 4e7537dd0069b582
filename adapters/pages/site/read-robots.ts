import robotsParser from 'robots-parser';
import { PortError } from '../../../domain/ports/errors.ts';
import { pageFailure } from '../network/page-failure.ts';
import type { LoadText } from './load-text.ts';

interface Robots {
  readonly allows: (url: string) => boolean;
  readonly crawlDelaySeconds: number;
  readonly sitemaps: readonly string[];
}

/** The package's types name its only export `default`, but it is the module itself. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const maxCrawlDelaySeconds = 60;
/** RFC 9309 asks for at least 500 KiB. */
const maxChars = 512 * 1024;

const everything: Robots = { allows: () => true, crawlDelaySeconds: 0, sitemaps: [] };

/** Reads robots.txt by RFC 9309: without one everything is allowed. Throws a `PortError` if it cannot be read. */
export async function readRobots(load: LoadText, origin: string, userAgent: string): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const name = /^[\w-]+/u.exec(userAgent)?.[0] ?? 'Steward';
  try {
    const text = await load(url);
    if (text === null) return everything;
    const robots = parseRobots(url, text.slice(0, maxChars));
    return {
      allows: (page) => robots.isAllowed(page, name) ?? true,
      crawlDelaySeconds: Math.min(robots.getCrawlDelay(name) ?? 0, maxCrawlDelaySeconds),
      sitemaps: robots.getSitemaps().flatMap((sitemap) => URL.parse(sitemap, url)?.href ?? []),
    };
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    throw pageFailure('site_robots', `robots.txt of the site cannot be read. ${error.message}`, {
      kind: error.kind,
      retryAfterSeconds: error.retryAfterSeconds,
      cause: error,
    });
  }
}
