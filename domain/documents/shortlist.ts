import type { IndexEntry } from './index-file.ts';

/** The share of a shortlist that topics may take first. */
const teamShare = 0.5;

/**
 * Chooses the index entries for the model if the whole index is too long: first topics up to their share, then documents,
 * then further topics if room is left. An entry that does not fit is skipped in favour of shorter ones.
 */
export function shortlistOf({
  topics,
  documents,
  maxTokens,
  tokensOf,
}: {
  /** Best first, like `documents`. */
  readonly topics: readonly IndexEntry[];
  readonly documents: readonly IndexEntry[];
  readonly maxTokens: number;
  readonly tokensOf: (entry: IndexEntry) => number;
}): readonly IndexEntry[] {
  let remainingTokens = maxTokens;
  const take = (entries: readonly IndexEntry[], reserve: number): readonly IndexEntry[] =>
    entries.filter((entry) => {
      const tokens = tokensOf(entry);
      if (remainingTokens - tokens < reserve) return false;
      remainingTokens -= tokens;
      return true;
    });
  const first = take(topics, maxTokens * (1 - teamShare));
  const pages = take(documents, 0);
  const taken = new Set(first);
  const more = take(
    topics.filter((entry) => !taken.has(entry)),
    0,
  );
  return [...first, ...more, ...pages];
}
