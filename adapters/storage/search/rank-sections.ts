import { rarity, saturated } from '../../../domain/search/bm25.ts';
import type { PostingLists } from './posting-lists.ts';
import type { Mark } from './search-tables.ts';
import type { SearchView } from './search-view.ts';

/** The sections that hold any of a query's terms, and how well they fit. */
export interface RankedSections {
  /** By section; 0 without a term. */
  readonly scores: Float64Array;
  /** The sections with a score. */
  readonly found: readonly number[];
  /** How many of the terms occur in any section. */
  readonly terms: number;
  /** How many of these each section contains. */
  readonly held: Uint8Array;
  /** The score of a section that contains every term as well as possible. */
  readonly best: number;
}

/** The number of occurrences that each mark counts for. */
const occurrences: Readonly<Record<Mark, number>> = { held: 1, often: 2, named: 2, asked: 3 };

/**
 * BM25 over sections, from the lists of sections that FTS5 gives for each term and mark: how often a term occurs is known
 * in steps only (once; three times or more; in a heading; in a question).
 */
export function createSectionRanking(
  sectionsWith: PostingLists,
): (terms: readonly string[], view: SearchView) => RankedSections {
  return (terms, view) => {
    const size = view.lengthOf.length;
    const scores = new Float64Array(size);
    const held = new Uint8Array(size);
    const counts = new Uint8Array(size);
    const found: number[] = [];
    let best = 0;
    let known = 0;
    for (const term of terms) {
      const holders = sectionsWith(term, 'held', view);
      if (holders.length === 0) continue;
      const weight = rarity(holders.length, view.sections);
      known += 1;
      best += weight;
      // Their sections are among the holders.
      for (const mark of ['often', 'named', 'asked'] as const) {
        for (const id of sectionsWith(term, mark, view)) counts[id] = (counts[id] ?? 0) + occurrences[mark];
      }
      for (const id of holders) {
        const count = occurrences.held + (counts[id] ?? 0);
        counts[id] = 0;
        if (held[id] === 0) found.push(id);
        held[id] = (held[id] ?? 0) + 1;
        const relativeLength = (view.lengthOf[id] ?? 1) / view.averageLength;
        scores[id] = (scores[id] ?? 0) + weight * saturated(count, relativeLength);
      }
    }
    return { scores, found, held, terms: known, best };
  };
}
