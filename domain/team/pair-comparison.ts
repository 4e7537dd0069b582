import { collapseWhitespace, holdsWords, shortenedTo } from '../values/text.ts';
import type { QaId } from '../values/qa-id.ts';
import { lastExchange, questionIn, type QaPair } from './qa-pair.ts';

/** What a model found, `none` where no page is near, or `failed` if it refused. */
type PairVerdict = 'agrees' | 'page_says_more' | 'contradicts' | 'unrelated' | 'none' | 'failed';

/** The part of a page that is near a pair, and the hash of that part. */
export interface NearPart {
  readonly sourceId: string;
  readonly hash: string;
}

/** The page that a verdict is about, and what it says. */
export interface ComparedPage extends NearPart {
  readonly title: string;
  readonly url: string | null;
  readonly statement: string;
  /** When it was read like this. RFC 3339, UTC. */
  readonly date: string;
}

/** What is known of a pair beside the pages. The archive has no field for it; an imported pair has none until it is compared. */
export interface PairComparison {
  readonly qaId: QaId;
  /** Identifies the documents among which its pages were looked for. */
  readonly documents: string;
  readonly near: readonly NearPart[];
  readonly verdict: PairVerdict;
  readonly page: ComparedPage | null;
  /** The last call of a model, RFC 3339, UTC, and how many there were on that day. Null if there was none. */
  readonly asked: { readonly at: string; readonly times: number } | null;
  /** The hash of the part beside which the team keeps the pair. */
  readonly keptHash: string | null;
}

/** The page that says otherwise, unless the team keeps the pair beside what it says today. */
export const contradictingPage = (comparison: PairComparison | undefined): ComparedPage | null =>
  comparison?.verdict === 'contradicts' && comparison.page?.hash !== comparison.keptHash
    ? comparison.page
    : null;

export const postOfPair = 'contradiction/';

/**
 * What the team has to be asked, once for each standing pair and what a page says otherwise, and the posts about what is settled.
 * `posted`: the causes of all such posts that have buttons.
 */
export function openContradictions({
  pairs,
  comparisons,
  posted,
}: {
  readonly pairs: readonly QaPair[];
  readonly comparisons: ReadonlyMap<QaId, PairComparison>;
  readonly posted: readonly string[];
}) {
  const standing = pairs.flatMap((pair) => {
    const comparison = comparisons.get(pair.qaId);
    const page = contradictingPage(comparison);
    const since = comparison?.asked?.at ?? page?.date ?? '';
    return page ? [{ pair, page, since, cause: `${postOfPair}${pair.qaId}/${page.hash}` }] : [];
  });
  return {
    toAsk: standing.filter(({ cause }) => !posted.includes(cause)),
    toClose: posted.filter((one) => !standing.some(({ cause }) => cause === one)),
  };
}

/** Whether the pages near a pair are as they were when it was compared. */
export const isComparedWith = (comparison: PairComparison, near: readonly NearPart[]): boolean =>
  stateOf(comparison.near) === stateOf(near);

const stateOf = (near: readonly NearPart[]): string =>
  near
    .map(({ sourceId, hash }) => `${sourceId} ${hash}`)
    .toSorted()
    .join('\n');

/** The calls of a day. */
export const askedOn = (day: string, comparisons: Iterable<PairComparison>): number =>
  [...comparisons].reduce((sum, { asked }) => sum + (asked?.at.startsWith(day) ? asked.times : 0), 0);

const maxQueryChars = 600;

/** What a page that says the same would hold. */
export const pairQuery = ({ turns }: QaPair): string =>
  `${questionIn(turns)}\n${lastExchange(turns).answered}`.slice(0, maxQueryChars);

const maxStatementChars = 300;

/** A model's quote of a page, if the page holds it; otherwise the page's own beginning. */
export const statementOf = (quote: string | null, pageText: string): string => {
  const isQuote = quote !== null && quote.trim() !== '' && holdsWords(pageText, quote);
  return shortenedTo(collapseWhitespace(isQuote ? quote : pageText), maxStatementChars);
};
