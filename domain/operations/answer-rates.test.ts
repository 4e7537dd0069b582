import { expect, it } from 'vitest';
import { answerRates, helpfulness } from './answer-rates.ts';

const right = { expected: ['kb:a.md', 'kb:b.md'], answered: true, citedIds: ['kb:b.md'] };
const silent = { expected: [], answered: false, citedIds: [] };

it('counts answers and silence by what was expected', () => {
  const rates = answerRates([
    right,
    { ...right, citedIds: ['kb:b.md', 'kb:c.md'] },
    { ...right, citedIds: [] },
    { ...right, answered: false, citedIds: [] },
    silent,
    silent,
    silent,
    { ...silent, answered: true, citedIds: ['kb:a.md'] },
  ]);
  expect(rates).toEqual({
    covered: 4,
    uncovered: 4,
    answerRate: 0.75,
    correctSilenceRate: 0.75,
    falseAnswerRate: 0.25,
    citationPrecision: 1 / 3,
  });
});

it('is null where there is nothing to divide by', () => {
  expect(answerRates([])).toMatchObject({
    answerRate: null,
    correctSilenceRate: null,
    falseAnswerRate: null,
    citationPrecision: null,
  });
});

it('helpful is a covered question whose answer has seven points, of all covered ones', () => {
  const scores = [10, 7, 6, null];
  const questions = scores.map((score) => ({ ...right, score }));
  const told = helpfulness([...questions, { ...silent, answered: true, score: 9 }]);
  expect(told).toEqual({ judged: 4, meanScore: 8, helpfulRate: 0.5 });
});

it('nothing is helpful or not where no judge has read an answer', () => {
  const none = { judged: 0, meanScore: null, helpfulRate: null };
  expect(helpfulness([{ ...right, score: null }])).toEqual(none);
});
