import { fitTogether, partsWithin, type Room } from '../search/best-parts.ts';
import { queryTerms } from '../search/search-terms.ts';
import { rememberingEach } from '../values/bounded.ts';
import { formatTopic } from './qa-blocks.ts';
import type { QaPair } from './qa-pair.ts';

/**
 * In a long topic, pairs that are less similar than this are not shown with each other. All 44 rewordings of the team's answers in
 * `bench/data` reach 0.15; of the unrelated pairs there, 12 % reach 0.1.
 */
const leastLikeness = 0.1;

/**
 * The older pairs of a topic that a model sees with a pair: all of a short topic, and the most similar ones of a long topic, newer ones
 * first if equal.
 */
export function pairsShownWith(
  pair: QaPair,
  older: readonly QaPair[],
  { maxPairs, ...room }: Room & { readonly maxPairs: number },
): readonly QaPair[] {
  if (older.length <= maxPairs && fitTogether(older.map(textOf), room)) return older;
  const terms = termsOf(pair);
  const alike = older
    .map((other, at) => ({ other, at, likeness: likeness(terms, termsOf(other)) }))
    .filter((one) => one.likeness >= leastLikeness)
    .toSorted((a, b) => b.likeness - a.likeness || b.at - a.at)
    .slice(0, maxPairs)
    .map(({ other }) => ({ other, about: '', text: textOf(other) }));
  const shownPairs = new Set(partsWithin(alike, { ...room, ranked: alike.keys() }).map(({ other }) => other));
  return older.filter((other) => shownPairs.has(other));
}

const textOf = (pair: QaPair): string => formatTopic([pair]);

const termsOf = rememberingEach(
  ({ turns }: QaPair): ReadonlySet<string> => new Set(turns.flatMap(({ text }) => queryTerms(text))),
);

/** The share of words that two pairs have in common, from 0 to 1. */
const likeness = (terms: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...terms].filter((term) => others.has(term)).length / Math.sqrt(terms.size * others.size || 1);
