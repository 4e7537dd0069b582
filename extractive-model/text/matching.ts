import { rarity } from '../../domain/search/bm25.ts';
import { commonStems } from './word-lists.ts';
import { termsIn, type Word } from './words.ts';

/** The terms of one text. */
export type Bag = ReadonlySet<string>;

/** A word of a question and its weight, which is higher for words that are rare in the prompt. */
export interface QueryTerm {
  readonly word: Word;
  readonly weight: number;
}

export const bagOf = (text: string): Bag => new Set(termsIn(text));

/**
 * Weighs each distinct word. One that no text of the prompt contains weighs the most, which keeps the model silent. Without
 * texts all are equally rare.
 */
export function weigh(words: readonly Word[], bags: readonly Bag[] | null): readonly QueryTerm[] {
  const terms = words.map((word) => {
    const holding = bags?.filter((bag) => share(word, bag) > 0).length ?? 0;
    return { word, weight: worth(word) * (bags ? rarity(holding, bags.length) : 1) };
  });
  return [...new Map(terms.map((term) => [term.word.whole, term])).values()];
}

const worth = ({ whole }: Word): number => (commonStems.has(whole) ? 0.5 : /^\d+$/u.test(whole) ? 0.7 : 1);

/** How much of a word a text contains, 0 to 1: a compound may be there in parts. */
export function share({ whole, parts }: Word, bag: Bag): number {
  if (bag.has(whole)) return 1;
  return parts.length === 0 ? 0 : parts.filter((part) => bag.has(part)).length / parts.length;
}

/** The share of the terms' weight that a text contains, 0 to 1. */
export function coverage(terms: readonly QueryTerm[], bag: Bag): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0
    ? 0
    : terms.reduce((sum, { word, weight }) => sum + weight * share(word, bag), 0) / total;
}

/** How many of the terms a text contains. */
export const countHeld = (terms: readonly QueryTerm[], bag: Bag): number =>
  terms.filter(({ word }) => share(word, bag) > 0).length;
