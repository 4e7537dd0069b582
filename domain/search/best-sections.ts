import { rarity } from './bm25.ts';
import { queryTerms, searchTerms } from './search-terms.ts';

/** A part of a text that can be left out. */
export interface Part {
  /** What is matched beside `text`: the headings above it. */
  readonly about: string;
  readonly text: string;
}

/**
 * Which parts of one text fit a query best, as far as they have room, in their order. A term counts the more the fewer
 * parts hold it; of parts that fit equally the first is taken, so a query that says nothing gives the beginning.
 */
export function bestParts<P extends Part>({
  parts,
  query,
  maxTokens,
  countTokens,
}: {
  readonly parts: readonly P[];
  readonly query: string;
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
}): readonly P[] {
  const held = parts.map(({ about, text }) => new Set(searchTerms(`${about}\n${text}`)));
  const asked = queryTerms(query);
  const weights = asked.map((term) => {
    const holding = held.filter((terms) => terms.has(term)).length;
    return rarity(holding, parts.length);
  });
  const score = (at: number): number =>
    asked.reduce((sum, term, n) => sum + (held[at]?.has(term) ? (weights[n] ?? 0) : 0), 0);
  const ranked = parts
    .map((part, at) => ({ part, at, score: score(at) }))
    .toSorted((a, b) => b.score - a.score || a.at - b.at);
  let left = maxTokens;
  const chosen = ranked.filter(({ part }) => {
    const tokens = countTokens(part.text);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return chosen.toSorted((a, b) => a.at - b.at).map(({ part }) => part);
}
