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

/** Selects the older pairs of a topic that are shown with a pair. */
export interface PairView {
  readonly of: (pair: QaPair, older: readonly QaPair[]) => readonly QaPair[];
  /** Whether one of `others` can change what is shown with a pair that has `older` older ones. */
  readonly mayHold: (pair: QaPair, others: readonly QaPair[], older: number) => boolean;
}

/**
 * Shows all pairs of a short topic, and the most similar ones of a long topic, newer ones first if equal. The similarity of
 * two pairs depends on these two alone, so a late pair only changes what is shown with pairs similar to it.
 */
export function createPairView({ maxPairs, ...room }: Room & { readonly maxPairs: number }): PairView {
  const likeness = createLikeness();
  return {
    of(pair, older) {
      if (older.length <= maxPairs && fitTogether(older.map(textOf), room)) return older;
      const alike = older
        .map((other, at) => ({ other, at, likeness: likeness(pair, other) }))
        .filter((one) => one.likeness >= leastLikeness)
        .toSorted((a, b) => b.likeness - a.likeness || b.at - a.at)
        .slice(0, maxPairs)
        .map(({ other }) => ({ other, about: '', text: textOf(other) }));
      const shown = new Set(partsWithin(alike, { ...room, ranked: alike.keys() }).map(({ other }) => other));
      return older.filter((other) => shown.has(other));
    },
    mayHold: (pair, others, older) =>
      others.length > 0 &&
      (older <= maxPairs || others.some((other) => likeness(pair, other) >= leastLikeness)),
  };
}

const textOf = (pair: QaPair): string => formatTopic([pair]);

/** The share of words that two pairs have in common, from 0 to 1. */
function createLikeness(): (a: QaPair, b: QaPair) => number {
  const termsOf = rememberingEach(
    ({ turns }: QaPair) => new Set(turns.flatMap(({ text }) => queryTerms(text))),
  );
  return (a, b) => {
    const [terms, others] = [termsOf(a), termsOf(b)];
    let shared = 0;
    for (const term of terms) if (others.has(term)) shared += 1;
    return shared / Math.sqrt(terms.size * others.size || 1);
  };
}
