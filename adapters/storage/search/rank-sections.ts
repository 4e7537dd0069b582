import { rarity, saturated } from '../../../domain/search/bm25.ts';
import { highest } from './highest.ts';
import { holds, placeIn, type PostingList, type PostingLists } from './posting-lists.ts';
import type { Mark } from './search-tables.ts';
import type { SearchView } from './search-view.ts';

/** The sections that hold any of a query's terms and may count, and how well they fit. */
export interface RankedSections {
  readonly found: ReadonlyMap<number, RankedSection>;
  /** How many of the terms occur in any section. */
  readonly terms: number;
  /** The score of a section that contains every term as well as possible. */
  readonly best: number;
  /** Finds these sections as well, and the best section of each of these sources. */
  include(sections: Iterable<number>, sources: ReadonlySet<number>): void;
}

interface RankedSection {
  readonly id: number;
  readonly score: number;
  /** How many of the terms it contains. */
  readonly held: number;
}

/** Finds at least this many of the best sections, and the best section of this many of the best sources. */
export type SectionRanking = (terms: readonly string[], view: SearchView, wanted: number) => RankedSections;

interface Term {
  readonly weight: number;
  readonly holders: PostingList;
  /** Some of the holders count for more. */
  readonly more: readonly { readonly ids: PostingList; readonly count: number }[];
  /** No section gets more for it. */
  readonly most: number;
}

/** The number of occurrences that each mark counts for. */
const occurrences: Readonly<Record<Mark, number>> = { held: 1, often: 2, named: 2, asked: 3 };

/** Sections that are ranked at once, so that what is known of them stays in the processor's cache. */
const atOnce = 1_024;

/** What it costs to find a number in a list, compared with a step through the list. */
const searchSteps = 16;

/** More than sums of the same numbers differ by. */
const rounding = 1e-9;

/**
 * BM25 over sections, from the lists of sections that FTS5 gives for each term and mark: how often a term occurs is known
 * in steps only (once; three times or more; in a heading; in a question).
 *
 * The rarest terms come first. As soon as enough sources are found that have more than the common terms can give, these count only for
 * sections that hold a rare one (MaxScore).
 */
export function createSectionRanking(sectionsWith: PostingLists): SectionRanking {
  const room = {
    scores: new Float64Array(atOnce),
    held: new Uint8Array(atOnce),
    counts: new Uint8Array(atOnce),
    touched: new Uint16Array(atOnce),
  };
  return (words, view, wanted) => {
    const terms = words
      .flatMap((word) => termOf(word, view, sectionsWith))
      .toSorted((a, b) => b.most - a.most);
    const rankRange: RankRange = (from, to, least, visit) =>
      rankIn({ ...room, view, from, to, size: 0 }, { terms, least, visit });
    const { likely, least } = findLikely(rankRange, view, wanted);
    const found = new Map<number, RankedSection>();
    const find = (section: RankedSection) => void found.set(section.id, section);
    for (const section of likely) if (section.score >= least) find(section);
    return {
      found,
      terms: terms.length,
      best: terms.reduce((sum, { weight }) => sum + weight, 0),
      include(sections, sources) {
        // Nothing was left out.
        if (least <= 0) return;
        for (const id of sections) rankRange(id, id + 1, 0, find);
        for (const source of sources) {
          let best: RankedSection | null = null;
          const end = (view.lastSection[source] ?? -1) + 1;
          for (let from = view.firstSection[source] ?? 0; from < end; from += atOnce)
            rankRange(from, Math.min(from + atOnce, end), 0, (section) => {
              if (!best || isBefore(section, best)) best = section;
            });
          if (best) find(best);
        }
      },
    };
  };
}

const isBefore = (a: RankedSection, b: RankedSection): boolean =>
  a.score > b.score || (a.score === b.score && a.id < b.id);

function termOf(term: string, view: SearchView, sectionsWith: PostingLists): readonly Term[] {
  const holders = sectionsWith(term, 'held', view);
  if (holders.length === 0) return [];
  const more = (['often', 'named', 'asked'] as const).flatMap((mark) => {
    const ids = sectionsWith(term, mark, view);
    return ids.length > 0 ? [{ ids, count: occurrences[mark] }] : [];
  });
  const weight = rarity(holders.length, view.sections);
  const count = more.reduce((sum, one) => sum + one.count, occurrences.held);
  return [{ weight, holders, more, most: weight * saturated(count, 0) }];
}

/** Visits the sections in a range that have at least this score. */
type RankRange = (from: number, to: number, least: number, visit: (section: RankedSection) => void) => void;

/** Returns the sections that may have a place, and the score below which they have none. */
function findLikely(rankRange: RankRange, view: SearchView, wanted: number) {
  const likely: RankedSection[] = [];
  // The best sources so far, and the scores of their best sections.
  let sources: readonly number[] = [];
  const bests = new Float64Array(view.maxSource + 1);
  const bestOf = (source: number): number => bests[source] ?? 0;
  let least = 0;
  for (let from = 0; from < view.lengthOf.length; from += atOnce) {
    const more: number[] = [];
    rankRange(from, Math.min(from + atOnce, view.lengthOf.length), least, (section) => {
      likely.push(section);
      const source = view.sourceOf[section.id] ?? 0;
      const best = bestOf(source);
      if (best === 0) more.push(source);
      if (best < section.score) bests[source] = section.score;
    });
    sources = [...sources, ...more];
    if (sources.length < 2 * wanted) continue;
    const kept = highest(sources, bestOf, wanted);
    least = bestOf(kept.at(-1) ?? 0) - rounding;
    for (const source of sources) if (bestOf(source) < least) bests[source] = 0;
    sources = kept;
  }
  return { likely, least };
}

/** What is known of the sections from one number to before another, by their distance from the first. */
interface Range {
  readonly scores: Float64Array;
  readonly held: Uint8Array;
  /** All 0 between two terms. */
  readonly counts: Uint8Array;
  /** The first `size` of these are the sections that count. */
  readonly touched: Uint16Array;
  size: number;
  readonly view: SearchView;
  readonly from: number;
  readonly to: number;
}

function rankIn(
  range: Range,
  {
    terms,
    least,
    visit,
  }: {
    readonly terms: readonly Term[];
    readonly least: number;
    readonly visit: (section: RankedSection) => void;
  },
): void {
  const { scores, held, touched, from, to } = range;
  scores.fill(0, 0, to - from);
  held.fill(0, 0, to - from);
  let rest = terms.reduce((sum, { most }) => sum + most, 0);
  for (const term of terms) {
    if (rest >= least) addToAll(range, term);
    else {
      keep(range, least - rest);
      addToSome(range, term);
    }
    rest -= term.most;
  }
  for (const at of touched.subarray(0, range.size)) {
    const score = scores[at] ?? 0;
    if (score >= least) visit({ id: from + at, score, held: held[at] ?? 0 });
  }
}

function add({ scores, held, view, from }: Range, at: number, weight: number, count: number): void {
  const relativeLength = (view.lengthOf[from + at] ?? 1) / view.averageLength;
  held[at] = (held[at] ?? 0) + 1;
  scores[at] = (scores[at] ?? 0) + weight * saturated(count, relativeLength);
}

function addToAll(range: Range, { weight, holders, more }: Term): void {
  const { held, counts, touched, from, to } = range;
  for (const { ids, count } of more) {
    for (let place = placeIn(ids, from); place < ids.length; place += 1) {
      const at = (ids[place] ?? 0) - from;
      if (at >= to - from) break;
      counts[at] = (counts[at] ?? 0) + count;
    }
  }
  for (let place = placeIn(holders, from); place < holders.length; place += 1) {
    const at = (holders[place] ?? 0) - from;
    if (at >= to - from) break;
    if (held[at] === 0) {
      touched[range.size] = at;
      range.size += 1;
    }
    add(range, at, weight, occurrences.held + (counts[at] ?? 0));
    counts[at] = 0;
  }
}

/** Drops the sections that have less. */
function keep(range: Range, least: number): void {
  const { scores, held, touched, size } = range;
  range.size = 0;
  for (const at of touched.subarray(0, size)) {
    if ((scores[at] ?? 0) >= least) {
      touched[range.size] = at;
      range.size += 1;
    } else held[at] = 0;
  }
}

function addToSome(range: Range, { weight, holders, more }: Term): void {
  const { held, touched, size, from, to } = range;
  const addOne = (at: number) => {
    let count = occurrences.held;
    for (const one of more) if (holds(one.ids, from + at)) count += one.count;
    add(range, at, weight, count);
  };
  const [begin, end] = [placeIn(holders, from), placeIn(holders, to)];
  if (size * searchSteps < end - begin) {
    for (const at of touched.subarray(0, size)) if (holds(holders, from + at)) addOne(at);
  } else {
    for (let place = begin; place < end; place += 1) {
      const at = (holders[place] ?? 0) - from;
      if (held[at] !== 0) addOne(at);
    }
  }
}
