import { expect, it } from 'vitest';
import { answerRates } from './answer-rates.ts';

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

it('is 0 where there is nothing to divide by', () => {
  expect(answerRates([])).toMatchObject({ answerRate: 0, correctSilenceRate: 0, citationPrecision: 0 });
});
