import { rarity, saturated } from '../../domain/search/bm25.ts';
import { commonStems, groupsOf } from './word-lists.ts';
import { termCounts, type Word } from './words.ts';

/** The terms of one text, prepared for matching. */
export interface Bag {
  readonly counts: ReadonlyMap<string, number>;
  readonly groups: ReadonlySet<number>;
  readonly length: number;
}

/** Statistics of all texts of a prompt: how many there are, and how many contain a term. */
export interface Corpus {
  readonly size: number;
  readonly averageLength: number;
  readonly holding: ReadonlyMap<string, number>;
  readonly holdingGroup: ReadonlyMap<number, number>;
  /** The same for the documents to which the texts belong; null if the texts are whole documents. */
  readonly documents: Corpus | null;
}

/** A word of a question and its weight, which is higher for words that are rare in the prompt. */
export interface QueryTerm {
  readonly word: Word;
  /** The word joined with each neighbour, as "web socket" is also written "websocket". */
  readonly joined: readonly string[];
  readonly weight: number;
}

export interface Match {
  /** The share of the question's weight that the text contains, 0 to 1. */
  readonly coverage: number;
  /** How well the text fits beyond that (BM25), for ranking only. */
  readonly fit: number;
  /** The number of words found. Words of the same group count less. */
  readonly words: number;
  /** The same, with common words counting half. */
  readonly evidence: number;
  /** The weight of the heaviest word found. */
  readonly heaviest: number;
}

const credit = { parts: 0.95, joined: 0.9, group: 0.6 } as const;

export function bagOf(text: string): Bag {
  const counts = termCounts(text);
  const groups = new Set([...counts.keys()].flatMap((term) => groupsOf.get(term) ?? []));
  return { counts, groups, length: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

export function corpusOf(bags: readonly Bag[], documents: readonly Bag[] | null = null): Corpus {
  const holding = new Map<string, number>();
  const holdingGroup = new Map<number, number>();
  for (const { counts, groups } of bags) {
    for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
    for (const group of groups) holdingGroup.set(group, (holdingGroup.get(group) ?? 0) + 1);
  }
  const total = bags.reduce((sum, { length }) => sum + length, 0);
  const averageLength = bags.length === 0 ? 1 : total / bags.length;
  return {
    size: bags.length,
    averageLength,
    holding,
    holdingGroup,
    documents: documents && corpusOf(documents),
  };
}

/**
 * Weighs each distinct word. One that no text of the prompt contains weighs the most, which keeps the model silent. Without a
 * corpus all are equally rare.
 */
export function weigh(words: readonly Word[], corpus: Corpus | null): readonly QueryTerm[] {
  const terms = words.map((word, at) => {
    const joined = [words[at - 1], words[at + 1]].flatMap((neighbour, side) => {
      if (!neighbour) return [];
      return side === 0 ? neighbour.surface + word.surface : word.surface + neighbour.surface;
    });
    return { word, joined, weight: worth(word) * (corpus ? rarityIn({ word, joined }, corpus) : 1) };
  });
  return [...new Map(terms.map((term) => [term.word.whole, term])).values()];
}

const worth = ({ whole }: Word): number => (commonStems.has(whole) ? 0.5 : /^\d+$/u.test(whole) ? 0.7 : 1);

/** Counts passages and documents, because a page's subject is in all of its passages but in few other pages. */
function rarityIn(term: Omit<QueryTerm, 'weight'>, corpus: Corpus): number {
  const here = rarity(holdingCount(term, corpus), corpus.size);
  return corpus.documents ? here + rarityIn(term, corpus.documents) : here;
}

function holdingCount(
  { word, joined }: Omit<QueryTerm, 'weight'>,
  { holding, holdingGroup }: Corpus,
): number {
  const exact = holding.get(word.whole);
  if (exact !== undefined) return exact;
  const parts = word.parts.map((part) => holding.get(part) ?? 0);
  if (parts.length > 0) return Math.min(...parts);
  const neighbours = joined.map((term) => holding.get(term) ?? 0);
  const groups = (groupsOf.get(word.whole) ?? []).map((group) => holdingGroup.get(group) ?? 0);
  return Math.max(0, ...neighbours, ...groups);
}

/** How much of a term a text contains, 0 to 1. */
export function share({ word, joined }: Omit<QueryTerm, 'weight'>, bag: Bag): number {
  if (bag.counts.has(word.whole)) return 1;
  if (joined.some((term) => bag.counts.has(term))) return credit.joined;
  const parts = word.parts.filter((part) => bag.counts.has(part)).length;
  if (parts > 0) return (credit.parts * parts) / word.parts.length;
  return (groupsOf.get(word.whole) ?? []).some((group) => bag.groups.has(group)) ? credit.group : 0;
}

export function match(query: readonly QueryTerm[], bag: Bag, corpus: Corpus): Match {
  const matches = query.map((term) => ({ term, part: share(term, bag) })).filter(({ part }) => part > 0);
  const total = query.reduce((sum, { weight }) => sum + weight, 0);
  const heldWeight = matches.reduce((sum, { term, part }) => sum + term.weight * part, 0);
  const fit = matches.reduce((sum, { term, part }) => {
    const count = bag.counts.get(term.word.whole) ?? 1;
    return sum + term.weight * part * saturated(count, bag.length / corpus.averageLength);
  }, 0);
  return {
    coverage: total === 0 ? 0 : heldWeight / total,
    fit: total === 0 ? 0 : fit / total,
    words: matches.reduce((sum, { part }) => sum + part, 0),
    evidence: matches.reduce((sum, { term, part }) => sum + worth(term.word) * part, 0),
    heaviest: Math.max(0, ...matches.map(({ term, part }) => term.weight * part)),
  };
}
