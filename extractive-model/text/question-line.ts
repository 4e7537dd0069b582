import { queryTerms, searchTerms } from '../../domain/search/search-terms.ts';
import { linesOf, type Passage } from './passages.ts';

/** Of all words of two lines, grammar included, those that both have. */
const same = 0.8;

/**
 * Whether a heading or a sentence of a passage is the question itself, as in a FAQ: it holds every word of it that says
 * something, and both have hardly a word of grammar that the other has not.
 */
export function holdsQuestion(question: string, passage: Passage): boolean {
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
