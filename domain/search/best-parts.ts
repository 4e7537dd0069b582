import { rarity } from './bm25.ts';
import { remembering } from '../values/bounded.ts';
import { spacedWords } from '../values/text.ts';
import { queryTerms, searchTerms } from './search-terms.ts';

export interface Part {
  /** The headings above it, a line each, its own last: they also count for matching. */
  readonly about: string;
  readonly text: string;
}

export interface Room {
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
}

/** The terms of the last parts, about 10 KB each: members ask about the same pages, and a reply ranks them twice. */
const termsIn = remembering(500, (text): ReadonlySet<string> => new Set(searchTerms(text)));

/**
 * Returns a ranking of parts for a query: their indexes, best first. The fewer parts hold a term, the more it counts, and a part whose
 * heading the query names counts as if it alone held one: that of a setting may be a word which all others have, too.
 */
export function rankParts(parts: readonly Part[]): (query: string) => readonly number[] {
  const termsOfParts = parts.map(({ about, text }) => termsIn(`${about}\n${text}`));
  const headings = parts.map(({ about }) => spacedWords(about.slice(about.lastIndexOf('\n') + 1)));
  return (query) => {
    const weights = queryTerms(query).map((term) => {
      const holding = termsOfParts.filter((terms) => terms.has(term)).length;
      return { term, weight: rarity(holding, parts.length) };
    });
    const words = spacedWords(query);
    const isNamed = (heading = ''): boolean => heading.trim() !== '' && words.includes(heading);
    const scores = termsOfParts.map((terms, at) =>
      weights.reduce(
        (sum, { term, weight }) => sum + (terms.has(term) ? weight : 0),
        isNamed(headings[at]) ? rarity(1, parts.length) : 0,
      ),
    );
    return [...parts.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  };
}

/** Hardly any token is longer than this many characters, so a part with more characters than that cannot fit. */
const longestToken = 10;

/**
 * Chooses parts in the order of `ranked` while they fit, and returns them in their own order. A part that does not fit is
 * skipped in favour of shorter ones.
 */
export function partsWithin<P extends Part>(
  parts: readonly P[],
  { ranked, maxTokens, countTokens }: Room & { readonly ranked: Iterable<number> },
): readonly P[] {
  let remainingTokens = maxTokens;
  const chosen = new Set<number>();
  for (const at of ranked) {
    const text = parts[at]?.text ?? '';
    if (chosen.has(at) || text.length > remainingTokens * longestToken) continue;
    const tokens = countTokens(text);
    if (tokens > remainingTokens) continue;
    remainingTokens -= tokens;
    chosen.add(at);
  }
  return parts.filter((_, at) => chosen.has(at));
}

export function fitTogether(texts: readonly string[], { maxTokens, countTokens }: Room): boolean {
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  // A token has at least one character.
  if (chars <= maxTokens) return true;
  if (chars > maxTokens * longestToken) return false;
  return texts.reduce((sum, text) => sum + countTokens(text), 0) <= maxTokens;
}
