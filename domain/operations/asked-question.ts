import { isChatter } from '../intake/question-gate.ts';
import { courtesyOf } from '../language/courtesies.ts';
import { queryTerms } from '../search/search-terms.ts';
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

/** The words of a question, in any order and form: where they are the same, it is the same question. */
export const wordsOfQuestion = (question: string): string =>
  [...new Set(queryTerms(withoutSteward(question)))].toSorted().join(' ');

/** Thanks, greetings, insults and small talk. */
export const asksNothing = (text: string): boolean =>
  withoutSteward(text).trim() === '' || courtesyOf(text) !== null || isChatter(text);
