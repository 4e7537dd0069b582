import { remembering } from '../values/bounded.ts';
import { rarity, saturated } from './bm25.ts';
import { searchTerms } from './search-terms.ts';

/** No question says more in further words. */
const maxTerms = 40;

const termsOf = remembering(4_000, searchTerms);

/** The positions of the texts that share words with one, by BM25: the most alike first, among equals the first. */
export function rankByWords(text: string, corpus: readonly string[]): readonly number[] {
  const bags = corpus.map(termsOf);
  const averageLength = bags.reduce((sum, bag) => sum + bag.length, 0) / (bags.length || 1);
  const scores = new Map<number, number>();
  for (const term of [...new Set(searchTerms(text))].slice(0, maxTerms)) {
    const holders = [...bags.keys()].filter((at) => bags[at]?.includes(term));
    const weight = rarity(holders.length, bags.length);
    for (const at of holders) {
      const bag = bags[at] ?? [];
      const count = bag.filter((word) => word === term).length;
      scores.set(at, (scores.get(at) ?? 0) + weight * saturated(count, bag.length / averageLength));
    }
  }
  return [...scores].toSorted(([a, left], [b, right]) => right - left || a - b).map(([at]) => at);
}
