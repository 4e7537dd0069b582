import { type Corpus, match, type Match, type QueryTerm, bagOf } from './text/matching.ts';
import { type Passage, linesOf } from './text/passages.ts';
import { queryTerms, searchTerms } from '../domain/search/search-terms.ts';

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
 * hold two of them by chance. Three among a hundred and fifty. Fixed on the FAQs of Python and Git (`npm run bench -- quality`).
 */
const neededEvidence = (passages: number): number => 1 + Math.log10(Math.max(passages, lookedThrough));

/** A prompt has room for the best sections of what was looked through alone. */
const lookedThrough = 150;

/** The very question first, then coverage; then how often the words come, and whether the headings name them. */
const rank = (
  query: readonly QueryTerm[],
  { passage, found, isAsked }: FoundPassage & { readonly isAsked: boolean },
  corpus: Corpus,
): number => {
  const named = match(query, passage.headingBag, corpus).coverage;
  return (isAsked ? 2 : 0) + found.coverage + 0.4 * found.fit + 0.3 * named;
};

/** What two neighbouring sentences of a passage, or code, hold of a question together with what they stand under. */
function closest(query: readonly QueryTerm[], passage: Passage, corpus: Corpus): Match {
  const lines = linesOf(passage);
  const above = passage.headings.join('\n');
  const places = lines.map((line, at) => [above, line, lines[at + 1] ?? ''].join('\n'));
  const matches = [above, ...places].map((text) => match(query, bagOf(text), corpus));
  return matches.reduce((best, found) => (found.evidence > best.evidence ? found : best));
}

/** Of all words of two lines, grammar included, those that both have. */
const same = 0.8;

/**
 * Whether a heading or a sentence of a passage is the question itself, as in a FAQ: it holds every word of it that says
 * something, and both have hardly a word of grammar that the other has not.
 */
function holdsQuestion(question: string, passage: Passage): boolean {
  const asked = new Set(searchTerms(question));
  const telling = queryTerms(question);
  const headings = passage.blocks.flatMap((block) => block.headings.slice(-1));
  return [...new Set([...headings, ...linesOf(passage)])].some((line) => {
    if (line.length > 2 * question.length + 20) return false;
    const terms = new Set(searchTerms(line));
    const both = [...terms].filter((term) => asked.has(term)).length;
    return telling.every((term) => terms.has(term)) && 2 * both >= same * (asked.size + terms.size);
  });
}
