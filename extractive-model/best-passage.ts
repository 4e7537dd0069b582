import { queryTerms, searchTerms } from '../domain/search/search-terms.ts';
import { bagOf, countHeld, coverage, type QueryTerm } from './text/matching.ts';
import type { Passage } from './text/passages.ts';

/**
 * The least share of a question that a passage contains, and how many words at least. Of sources that a search found all contain words of
 * the question, some many by chance: there, one paragraph of the first source has to. `npm run bench -- answers` measures it.
 */
const least = { share: 0.68, words: 2, together: 0.8, wordsTogether: 3 } as const;

/** Of the answers from a search, so many are from a page that answers. */
const rightOfFound = 0.8;

export interface PassageSearch {
  readonly question: string;
  readonly query: readonly QueryTerm[];
  /** The passages are from sources that a search found. */
  readonly bySearch: boolean;
}

export interface FoundPassage {
  readonly passage: Passage;
  /** The share of the question that it contains; less for what a search found. */
  readonly certainty: number;
}

/** The passage that contains most of the question, if that is enough, or else one with a line that is the question itself. */
export function bestPassage(
  { question, query, bySearch }: PassageSearch,
  passages: readonly Passage[],
): FoundPassage | null {
  const ranked = passages
    .map((passage) => ({ passage, certainty: coverage(query, passage.bag) }))
    .filter(({ certainty }) => certainty >= least.share)
    .toSorted((a, b) => scoreOf(query, b) - scoreOf(query, a));
  const repeating = ranked.find(({ passage }) => holdsQuestion(question, passage));
  if (repeating) return repeating;
  if (bySearch) {
    const match = ranked.find(
      ({ passage }) =>
        passage.sourceId === passages[0]?.sourceId &&
        countHeld(query, passage.bag) >= least.wordsTogether &&
        together(query, passage) >= least.together,
    );
    return match ? { ...match, certainty: rightOfFound * match.certainty } : null;
  }
  // A page's subject is in every one of its passages, so one word is a match only where a heading says little else.
  const isEnough = ({ headings, bag }: Passage): boolean =>
    countHeld(query, bag) >= least.words ||
    headings.some((heading) => {
      const terms = bagOf(heading);
      return terms.size <= least.words && coverage(query, terms) >= least.share;
    });
  return ranked.find(({ passage }) => isEnough(passage)) ?? null;
}

const scoreOf = (query: readonly QueryTerm[], { passage, certainty }: FoundPassage): number =>
  certainty + 0.3 * coverage(query, passage.headingBag);

/** The share of a question that one paragraph of a passage contains, with the headings. */
const together = (query: readonly QueryTerm[], { headings, text }: Passage): number =>
  Math.max(
    ...text.split(/\n\s*\n/u).map((paragraph) => coverage(query, bagOf([...headings, paragraph].join('\n')))),
  );

/** The share of the words of two lines, grammar included, that both must have. */
const same = 0.8;

/**
 * Whether a heading or a line of a passage is the question itself, as in a FAQ: it contains all content words of the question,
 * and the two differ in hardly any other word.
 */
function holdsQuestion(question: string, { headings, text }: Passage): boolean {
  const questionTerms = new Set(searchTerms(question));
  const telling = queryTerms(question);
  return [...headings.slice(-1), ...text.split('\n')].some((line) => {
    if (line.length > 2 * question.length + 20) return false;
    const terms = new Set(searchTerms(line));
    const both = [...terms].filter((term) => questionTerms.has(term)).length;
    return telling.every((term) => terms.has(term)) && 2 * both >= same * (questionTerms.size + terms.size);
  });
}
