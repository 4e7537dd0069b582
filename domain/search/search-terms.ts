import { stem } from './stem.ts';
import { grammarWords } from './stop-words.ts';

/** A word or name as it is written: letters and digits, joined by single dots, hyphens or underscores. */
const written = /[\p{L}\p{N}_]+(?:[.'’-][\p{L}\p{N}_]+)*/gu;
const partBreak = /[._'’-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Longer runs are data, not words. */
const maxTermChars = 64;

/**
 * The terms of a text, in order, as they are searched for: words by their stems; a name like `setErrorHandler`,
 * `os.path.join` or `keep-alive` whole and by its parts, so that it is found however a person writes it.
 */
export function searchTerms(text: string): readonly string[] {
  return (text.normalize('NFKC').match(written) ?? []).flatMap(termsOf);
}

/** More words of a question say nothing more about what it asks, and each costs time. */
const maxQueryTerms = 40;

/** What a query is searched by: its terms, each once, without words of grammar unless it has no others. */
export function queryTerms(query: string): readonly string[] {
  const terms = [...new Set(searchTerms(query))];
  const telling = terms.filter((term) => !grammarTerms.has(term));
  return (telling.length > 0 ? telling : terms).slice(0, maxQueryTerms);
}

function termsOf(word: string): readonly string[] {
  if (word.length > maxTermChars * 4) return [];
  const parts = word.split(partBreak).filter((part) => part !== '');
  const stems = parts.filter((part) => part.length <= maxTermChars).map(termOf);
  if (parts.length < 2 || word.length > maxTermChars) return stems;
  return [termOf(parts.join('')), ...stems];
}

/** Stems of English words are remembered: a corpus has few different ones. */
const known = new Map<string, string>();
const maxKnown = 50_000;

function termOf(word: string): string {
  const lower = word.toLowerCase();
  const before = known.get(lower);
  if (before !== undefined) return before;
  const term = stem(withoutMarks(lower));
  if (known.size >= maxKnown) known.clear();
  known.set(lower, term);
  return term;
}

const withoutMarks = (word: string): string => word.normalize('NFKD').replaceAll(/\p{M}/gu, '');

const grammarTerms: ReadonlySet<string> = new Set([...grammarWords].flatMap(searchTerms));
