import robotsParser from 'robots-parser';
import { PortError } from '../../../domain/ports/errors.ts';
import { pageFailure } from '../network/page-failure.ts';
import type { LoadText } from './load-text.ts';

export interface Robots {
  readonly allows: (url: string) => boolean;
  readonly crawlDelaySeconds: number;
  readonly sitemaps: readonly string[];
}

/** The package's types call its one export `default`; in fact it is the module itself. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** A site that asks for more does not want to be read. */
const maxCrawlDelaySeconds = 60;

const everything: Robots = { allows: () => true, crawlDelaySeconds: 0, sitemaps: [] };

/**
 * What robots.txt of a host says to Steward, by RFC 9309: where there is none, all is allowed; where it cannot be read,
 * nothing is, and a `PortError` says so.
 */
export async function readRobots(load: LoadText, origin: string, userAgent: string): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const name = /^[\w-]+/u.exec(userAgent)?.[0] ?? 'Steward';
  try {
    const text = await load(url);
    if (text === null) return everything;
    const robots = parseRobots(url, text);
    return {
      allows: (page) => robots.isAllowed(page, name) ?? true,
      crawlDelaySeconds: Math.min(robots.getCrawlDelay(name) ?? 0, maxCrawlDelaySeconds),
      sitemaps: robots.getSitemaps(),
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
