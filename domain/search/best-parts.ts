import { rarity } from './bm25.ts';
import { remembering } from '../values/bounded.ts';
import { queryTerms, searchTerms } from './search-terms.ts';

/** A part of a text that can be left out. */
export interface Part {
  /** What is matched beside `text`: the headings above it. */
  readonly about: string;
  readonly text: string;
}

export interface Room {
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
}

/** Of the parts of some pages: members ask about the same ones, and a reply asks twice. 10 KB each. */
const termsIn = remembering(500, (text): ReadonlySet<string> => new Set(searchTerms(text)));

/** How well each part fits a query: a term counts the more the fewer parts hold it. The numbers of the parts, best first. */
export function rankParts(parts: readonly Part[]): (query: string) => readonly number[] {
  const held = parts.map(({ about, text }) => termsIn(`${about}\n${text}`));
  return (query) => {
    const asked = queryTerms(query).map((term) => {
      const holding = held.filter((terms) => terms.has(term)).length;
      return { term, weight: rarity(holding, parts.length) };
    });
    const scores = held.map((terms) =>
      asked.reduce((sum, { term, weight }) => sum + (terms.has(term) ? weight : 0), 0),
    );
    return [...parts.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  };
}

/** Hardly any text has tokens this long: a part that has more characters is not counted. */
const longestToken = 10;

/** Of parts, best first, those that have room, in their order. One that does not fit is passed over for shorter ones behind it. */
export function partsWithin<P extends Part>(
  parts: readonly P[],
  { ranked, maxTokens, countTokens }: Room & { readonly ranked: Iterable<number> },
): readonly P[] {
  let left = maxTokens;
  const chosen = new Set<number>();
  for (const at of ranked) {
    const text = parts[at]?.text ?? '';
    if (chosen.has(at) || text.length > left * longestToken) continue;
    const tokens = countTokens(text);
    if (tokens > left) continue;
    left -= tokens;
    chosen.add(at);
  }
  return parts.filter((_, at) => chosen.has(at));
}

/** Whether texts have room together. */
export function fitTogether(texts: readonly string[], { maxTokens, countTokens }: Room): boolean {
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  // A token has at least one character.
  if (chars <= maxTokens) return true;
  if (chars > maxTokens * longestToken) return false;
  return texts.reduce((sum, text) => sum + countTokens(text), 0) <= maxTokens;
}
