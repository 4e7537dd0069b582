import { isChatter } from '../intake/question-gate.ts';
import { courtesyOf } from '../language/courtesies.ts';
import { queryTerms, stem } from '../search/search-terms.ts';
import { withoutSteward } from '../values/text.ts';

/** A question without an answer. */
export interface AskedQuestion {
  readonly messageId: string;
  readonly question: string;
  /** The question in the working language, if it was translated. */
  readonly translatedQuestion?: string | null;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  readonly reason: string;
  readonly authorId: string;
  /** `ask` for questions over HTTP or in a terminal. */
  readonly channelId: string;
  /** A link to the message; null if it is not on Discord. */
  readonly link: string | null;
}

/** Two questions count as the same if they share this part of all their words. */
const sameFrom = 0.6;

/** The terms by which questions are compared. */
export type QuestionTerms = ReadonlySet<string>;

export const isSameQuestion = (a: QuestionTerms, b: QuestionTerms): boolean => likeness(a, b) >= sameFrom;

/** Common terms divided by all terms: 1 for equal sets, 0 for nothing in common. */
function likeness(a: QuestionTerms, b: QuestionTerms): number {
  // More than the smaller set has cannot be in common.
  if (Math.min(a.size, b.size) < sameFrom * Math.max(a.size, b.size)) return 0;
  const common = [...a].filter((term) => b.has(term)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

/** Words with which people ask, whatever they ask about. */
const askingWords = new Set(
  'anybody anyone exactly explain hello help hey hi mean option please possible somebody someone steward tell try'
    .split(' ')
    .map(stem),
);

export function questionTerms(question: string): QuestionTerms {
  const terms = queryTerms(withoutSteward(question));
  const telling = terms.filter((term) => !askingWords.has(term));
  return new Set(telling.length > 0 ? telling : terms);
}

/** Thanks, greetings, insults and small talk. */
export const asksNothing = (text: string): boolean =>
  withoutSteward(text).trim() === '' || courtesyOf(text) !== null || isChatter(text);
