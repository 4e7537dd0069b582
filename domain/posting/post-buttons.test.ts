import { expect, it } from 'vitest';
import { answerButtons, buttonActions, type ButtonTexts } from './post-buttons.ts';

const texts = Object.fromEntries(buttonActions.map((action) => [action, action])) as ButtonTexts;

it('a person can be asked for below a question, and not below a courtesy', () => {
  const below = (reason: 'answered' | 'not_covered' | 'thanks') =>
    answerButtons({ record: { messageId: '1', reason }, texts, hasHelpers: true }).map(
      ({ action }) => action,
    );
  expect(below('answered')).toEqual(['helpful', 'not_helpful', 'ask_human', 'remove', 'correct']);
  expect(below('not_covered')).toEqual(['ask_human']);
  expect(below('thanks')).toEqual([]);
});
