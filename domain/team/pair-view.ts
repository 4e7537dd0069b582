import { fitTogether, partsWithin, type Room } from '../search/best-parts.ts';
import { queryTerms } from '../search/search-terms.ts';
import { formatTopic } from './qa-blocks.ts';
import type { QaPair } from './qa-pair.ts';

/** Of a long topic, pairs that are less alike are not shown with each other. */
const leastLikeness = 0.1;

/** Which pairs of a topic are shown with one that comes after them. */
export interface PairView {
  readonly of: (pair: QaPair, older: readonly QaPair[]) => readonly QaPair[];
  /** Whether one of these can make a difference to what is shown with a pair that has so many older ones. */
  readonly mayHold: (pair: QaPair, others: readonly QaPair[], older: number) => boolean;
}

/**
 * Of a short topic all pairs are shown, of a long one those that are most alike: of equal ones the newest. How alike two pairs are
 * follows from these two alone, so one that comes late changes what is shown with those that are like it, and with no others.
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

/** From 0 to 1: how many of their telling words two pairs share. */
function createLikeness(): (a: QaPair, b: QaPair) => number {
  const known = new WeakMap<QaPair, ReadonlySet<string>>();
  const termsOf = (pair: QaPair): ReadonlySet<string> => {
    const terms = known.get(pair) ?? new Set(pair.turns.flatMap(({ text }) => queryTerms(text)));
    known.set(pair, terms);
    return terms;
  };
  return (a, b) => {
    const [terms, others] = [termsOf(a), termsOf(b)];
    let shared = 0;
    for (const term of terms) if (others.has(term)) shared += 1;
    return shared / Math.sqrt(terms.size * others.size || 1);
  };
}
