import type { IndexEntry } from './index-file.ts';

/** The share of a list that is too short for everything which the team's topics may take; the rest is for the documents. */
const teamShare = 0.5;

/**
 * The entries that go to the model where the index has too many, best first, team topics before documents. What a team's
 * topics leave is the documents'; what they leave, other topics' again. An entry that does not fit any more is passed
 * over for shorter ones behind it.
 */
export function shortlistOf({
  topics,
  documents,
  maxTokens,
  tokensOf,
}: {
  /** Both best first. */
  readonly topics: readonly IndexEntry[];
  readonly documents: readonly IndexEntry[];
  readonly maxTokens: number;
  readonly tokensOf: (entry: IndexEntry) => number;
}): readonly IndexEntry[] {
  let left = maxTokens;
  const take = (entries: readonly IndexEntry[], reserve: number): readonly IndexEntry[] =>
    entries.filter((entry) => {
      const tokens = tokensOf(entry);
      if (left - tokens < reserve) return false;
      left -= tokens;
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
