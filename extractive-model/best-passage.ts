import { type Corpus, match, type Match, type QueryTerm, bagOf } from './text/matching.ts';
import { type Passage, linesOf } from './text/passages.ts';
import { queryTerms, searchTerms } from '../domain/search/search-terms.ts';

/** Chosen on the questions about undici's documentation (`bench/data`), where it gave no false answer. */
const documentThreshold = 0.68;

export interface PassageSearch {
  readonly question: string;
  readonly query: readonly QueryTerm[];
  /** The passages are from sources that a search found, so all contain words of the question. */
  readonly bySearch: boolean;
}

export interface FoundPassage {
  readonly passage: Passage;
  readonly found: Match;
  /** The probability that it is the answer, from 0 to 1. */
  readonly certainty: number;
}

type Candidate = Omit<FoundPassage, 'certainty'>;

/** The passage that covers most of the question, if it answers this very question or covers enough of it. */
export function bestPassage(
  { question, query, bySearch }: PassageSearch,
  passages: readonly Passage[],
  corpus: Corpus,
): FoundPassage | null {
  const candidates = ranked({ query, passages, corpus });
  const covering = candidates.filter(({ found }) => found.coverage >= documentThreshold);
  const repeating = covering.find(({ passage }) => holdsQuestion(question, passage));
  if (bySearch && !repeating) {
    const surest = surestPage({ query, passages, corpus }, candidates);
    const isSure = surest && surest.covered >= least.covered && surest.certainty >= least.certainty;
    return isSure ? { ...surest, certainty: surest.certainty - overrated } : null;
  }
  const heaviest = Math.max(...query.map(({ weight }) => weight));
  // A page's subject is in every one of its passages, so that word alone is no match. Any other single word must be what the
  // passage is about.
  const isNamed = ({ passage, found }: Candidate): boolean =>
    found.heaviest >= heaviest / 2 && match(query, passage.headingBag, corpus).words >= found.words;
  const best = repeating ?? covering.find((candidate) => candidate.found.words >= 2 || isNamed(candidate));
  return best ? { ...best, certainty: best.found.coverage } : null;
}

/** How many candidates are examined line by line, which takes the longest. */
const weighed = 8;

/**
 * Some page that a search by words finds contains many of them by chance, so three features decide: how many words two neighbouring
 * lines contain together, how well the passage fits, and the rank of its page in the search. One of the pages answers, or none: a
 * multinomial logistic regression, fitted on 640 questions to eight documentations in November 2026. `npm run bench -- answers`
 * prints its results; docs/benchmarks.md has the figures of documentations that were left out of the fit.
 */
const weights = { none: -9.2, together: 4.3, fit: 6, place: 1.5 } as const;

/** The least probability that any page answers, and that this one does; if several are equally likely, none is quoted. */
const least = { covered: 0.77, certainty: 0.6 } as const;

/** By how much certainty is too high: of answers with .88 or more, nine in ten were right on questions left out of the fit. */
const overrated = 0.03;

/** Above 2, because among many passages, one contains two of the words together by chance. */
const fewestTogether = 2.5;

interface Weighing {
  readonly query: readonly QueryTerm[];
  readonly passages: readonly Passage[];
  readonly corpus: Corpus;
}

/** The page that most likely answers, and the probability that any does; null if no page has enough words together. */
function surestPage({ query, passages, corpus }: Weighing, candidates = ranked({ query, passages, corpus })) {
  const places = [...new Set(passages.map(({ sourceId }) => sourceId))];
  const heard = candidates
    .slice(0, weighed)
    .map((candidate) => ({ ...candidate, together: wordsTogether(query, candidate.passage, corpus) }))
    .filter(({ together }) => together >= fewestTogether)
    .toSorted((a, b) => b.together - a.together);
  const pages = [...Map.groupBy(heard, ({ passage }) => passage.sourceId).values()].flatMap(
    ([best]) => best ?? [],
  );
  const rivals = pages
    .map((page) => ({ ...page, odds: oddsOf(page, 1 + places.indexOf(page.passage.sourceId)) }))
    .toSorted((a, b) => b.odds - a.odds);
  const all = rivals.reduce((sum, { odds }) => sum + odds, 0);
  const [surest] = rivals;
  return surest ? { ...surest, certainty: surest.odds / (1 + all), covered: all / (1 + all) } : null;
}

const oddsOf = ({ found, together }: Candidate & { readonly together: number }, place: number): number =>
  Math.exp(
    weights.none +
      weights.together * Math.log(1 + together) +
      weights.fit * found.fit +
      weights.place / place,
  );

/** Ranks by coverage, then by how often the words occur and whether the headings contain them. */
const ranked = ({ query, passages, corpus }: Weighing): readonly Candidate[] =>
  passages
    .map((passage) => {
      const matched = match(query, passage.bag, corpus);
      const named = match(query, passage.headingBag, corpus).coverage;
      return { passage, found: matched, score: matched.coverage + 0.4 * matched.fit + 0.3 * named };
    })
    .toSorted((a, b) => b.score - a.score);

/** How many words of a question two neighbouring sentences or code blocks of a passage contain, with their headings. */
function wordsTogether(query: readonly QueryTerm[], passage: Passage, corpus: Corpus): number {
  const lines = linesOf(passage);
  const above = passage.headings.join('\n');
  const places = lines.map((line, at) => [above, line, lines[at + 1] ?? ''].join('\n'));
  return Math.max(...[above, ...places].map((text) => match(query, bagOf(text), corpus).evidence));
}

/** The share of the words of two lines, grammar included, that both must have. */
const same = 0.8;

/**
 * Whether a heading or a sentence of a passage is the question itself, as in a FAQ: it contains all content words of the question,
 * and the two differ in hardly any other word.
 */
function holdsQuestion(question: string, passage: Passage): boolean {
  const questionTerms = new Set(searchTerms(question));
  const telling = queryTerms(question);
  const headings = passage.blocks.flatMap((block) => block.headings.slice(-1));
  return [...new Set([...headings, ...linesOf(passage)])].some((line) => {
    if (line.length > 2 * question.length + 20) return false;
    const terms = new Set(searchTerms(line));
    const both = [...terms].filter((term) => questionTerms.has(term)).length;
    return telling.every((term) => terms.has(term)) && 2 * both >= same * (questionTerms.size + terms.size);
  });
}
