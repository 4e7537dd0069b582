import { isChatter } from '../intake/question-gate.ts';
import { courtesyOf } from '../language/courtesies.ts';
import { erasedText } from '../team/erased-turns.ts';
import type { RawEntry } from '../team/qa-pair.ts';
import { timestampFromQaId } from '../values/qa-id.ts';
import { withoutSteward } from '../values/text.ts';
import { isSameQuestion, questionTerms, type AskedQuestion } from './asked-question.ts';

/**
 * The questions that still need an answer. Thanks, greetings, insults and small talk ask nothing. The team has answered
 * questions of captured conversations, and similar questions that were asked before such an answer. Who asked again, and got an
 * answer of Steward's, needs none to the first question.
 */
export function openQuestions<Question extends AskedQuestion>(
  questions: readonly Question[],
  captured: readonly RawEntry[],
  answeredBySteward: readonly Pick<AskedQuestion, 'question' | 'createdAt' | 'authorId'>[] = [],
): readonly Question[] {
  const capturedIds = new Set(captured.flatMap(({ messageIds }) => messageIds));
  const answered = captured.flatMap(({ qaId, turns }) =>
    turns
      .filter(({ label, text }) => label === 'User' && text !== erasedText)
      .map(({ text }) => ({ at: Date.parse(timestampFromQaId(qaId)), terms: questionTerms(text) })),
  );
  const ofAuthors = Map.groupBy(answeredBySteward, ({ authorId }) => authorId);
  return questions.filter(({ messageId, question, translatedQuestion, createdAt, authorId }) => {
    if (asksNothing(question) || capturedIds.has(messageId)) return false;
    const terms = questionTerms(translatedQuestion ?? question);
    const askedAt = Date.parse(createdAt);
    const asksAgain = (later: Pick<AskedQuestion, 'question' | 'createdAt'>): boolean =>
      later.createdAt > createdAt &&
      (later.question.includes(question) ||
        isSameQuestion(questionTerms(later.question), questionTerms(question)));
    if (ofAuthors.get(authorId)?.some(asksAgain)) return false;
    return !answered.some((one) => one.at >= askedAt && isSameQuestion(one.terms, terms));
  });
}

const asksNothing = (text: string): boolean =>
  withoutSteward(text).trim() === '' || courtesyOf(text) !== null || isChatter(text);
