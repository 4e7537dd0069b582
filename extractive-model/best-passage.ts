import { closest } from './text/closest.ts';
import { type Corpus, match, type Match, type QueryTerm } from './text/matching.ts';
import type { Passage } from './text/passages.ts';
import { holdsQuestion } from './text/question-line.ts';

/** Fixed on the questions about undici's documentation (`bench/data`), where it gave no false answer. */
const documentThreshold = 0.68;

export interface PassageSearch {
  readonly question: string;
  readonly query: readonly QueryTerm[];
  /** The passages are of the sources that a search of a large index found, and so all hold words of the question. */
  readonly bySearch: boolean;
}

export interface FoundPassage {
  readonly passage: Passage;
  readonly found: Match;
}

/** The passage that says most of what is asked, if it is the answer to that very question or says enough of it. */
export function bestPassage(
  { question, query, bySearch }: PassageSearch,
  passages: readonly Passage[],
  corpus: Corpus,
): FoundPassage | null {
  const heaviest = Math.max(...query.map(({ weight }) => weight));
  const needed = neededEvidence(passages.length);
  const standsTogether = (passage: Passage): boolean => {
    const { coverage, evidence } = closest(query, passage, corpus);
    return coverage >= documentThreshold && evidence >= needed;
  };
  // A page's own subject is in every passage of it, and finding nothing else is finding nothing; any other single word has to be
  // what the passage is about.
  const isNamed = ({ passage, found }: FoundPassage): boolean =>
    found.heaviest >= heaviest / 2 && match(query, passage.headingBag, corpus).words >= found.words;
  const saysEnough = (candidate: FoundPassage): boolean =>
    (candidate.found.words >= 2 || isNamed(candidate)) && (!bySearch || standsTogether(candidate.passage));
  const ranked = passages
    .map((passage) => ({ passage, found: match(query, passage.bag, corpus) }))
    .filter(({ found }) => found.coverage >= documentThreshold)
    .map((candidate) => ({ ...candidate, isAsked: holdsQuestion(question, candidate.passage) }))
    .filter((candidate) => candidate.isAsked || saysEnough(candidate))
    .map((candidate) => ({ ...candidate, score: rank(query, candidate, corpus) }));
  return ranked.toSorted((a, b) => b.score - a.score)[0] ?? null;
}

/**
 * How many words of a question have to stand close together: of so many passages that have been looked for by these words, some
 * hold two of them by chance. Three among a hundred. Fixed on the FAQs of Python and Git (`npm run bench -- quality`).
 */
const neededEvidence = (passages: number): number => 1 + Math.log10(passages);

/** The very question first, then coverage; then how often the words come, and whether the headings name them. */
const rank = (
  query: readonly QueryTerm[],
  { passage, found, isAsked }: FoundPassage & { readonly isAsked: boolean },
  corpus: Corpus,
): number => {
  const named = match(query, passage.headingBag, corpus).coverage;
  return (isAsked ? 2 : 0) + found.coverage + 0.4 * found.fit + 0.3 * named;
};
