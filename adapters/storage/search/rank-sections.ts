import { rarity, saturated } from '../../../domain/search/bm25.ts';
import type { PostingLists } from './posting-lists.ts';
import type { Mark } from './search-tables.ts';
import type { SearchView } from './search-view.ts';

/** The sections that hold any of a query's terms, and how well they fit. */
export interface RankedSections {
  readonly ids: readonly number[];
  /** By section. */
  readonly scores: Float64Array;
  /** How many of the terms each section holds. */
  readonly termsHeld: Uint8Array;
  /** How many of the terms occur in any section. */
  readonly terms: number;
  /** The score of a section that contains every term as well as possible. */
  readonly best: number;
}

/** The number of occurrences that each mark counts for. */
const occurrences: Readonly<Record<Exclude<Mark, 'held'>, number>> = { often: 2, named: 2, asked: 3 };

/**
 * BM25 over sections, from the lists of sections that FTS5 gives for each term and mark: how often a term occurs is known
 * in steps only (once; three times or more; in a heading; in a question).
 */
export function rankSections(
  words: readonly string[],
  view: SearchView,
  sectionsWith: PostingLists,
): RankedSections {
  const { lengthOf, averageLength } = view;
  const scores = new Float64Array(lengthOf.length);
  const termsHeld = new Uint8Array(lengthOf.length);
  const counts = new Uint8Array(lengthOf.length);
  const ids: number[] = [];
  let [terms, best] = [0, 0];
  for (const word of words) {
    const holders = sectionsWith(word, 'held', view);
    if (holders.length === 0) continue;
    const weight = rarity(holders.length, view.sections);
    terms += 1;
    best += weight;
    for (const mark of ['often', 'named', 'asked'] as const) {
      for (const id of sectionsWith(word, mark, view)) counts[id] = (counts[id] ?? 0) + occurrences[mark];
    }
    for (const id of holders) {
      const relativeLength = (lengthOf[id] ?? 1) / averageLength;
      if (termsHeld[id] === 0) ids.push(id);
      scores[id] = (scores[id] ?? 0) + weight * saturated(1 + (counts[id] ?? 0), relativeLength);
      termsHeld[id] = (termsHeld[id] ?? 0) + 1;
      counts[id] = 0;
    }
  }
  return { ids, scores, termsHeld, terms, best };
}
