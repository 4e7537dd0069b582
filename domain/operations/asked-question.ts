import { isChatter } from '../intake/question-gate.ts';
import { courtesyOf } from '../language/courtesies.ts';
import { queryTerms } from '../search/search-terms.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import { withoutSteward } from '../values/text.ts';

/** A question without an answer. */
export interface AskedQuestion
  extends
    Pick<ReplyRecord, 'messageId' | 'question' | 'createdAt' | 'authorId' | 'channelId'>,
    Partial<Pick<ReplyRecord, 'translatedQuestion'>> {
  readonly reason: string;
  /** A link to the message; null if it is not on Discord. */
  readonly link: string | null;
}

/** The words of a question, in any order and form: where they are the same, it is the same question. */
export const wordsOfQuestion = (question: string): string =>
  [...new Set(queryTerms(withoutSteward(question)))].toSorted().join(' ');

/** Thanks, greetings, insults and small talk. */
export const asksNothing = (text: string): boolean =>
  withoutSteward(text).trim() === '' || courtesyOf(text) !== null || isChatter(text);
