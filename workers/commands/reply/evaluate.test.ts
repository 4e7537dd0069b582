import { expect, it } from 'vitest';
import { usageOf } from '../../../domain/operations/model-usage.ts';
import { summaryOf } from './evaluate.ts';

const usage = usageOf([]);
const one = {
  question: 'How?',
  citedIds: [],
  score: null,
  usage,
  answered: false,
  failed: false,
  evidence: null,
};

it('what failed counts in no rate: a wrong key is neither silence nor a missing answer', () => {
  const covered = { ...one, expected: ['kb:a.md'] };
  const outcomes = [
    { ...covered, answered: true, citedIds: ['kb:a.md'], reason: 'answered' },
    { ...covered, failed: true, reason: 'model_unauthorized' },
    { ...one, expected: [], failed: true, reason: 'budget_spent' },
  ];
  expect(summaryOf(outcomes)).toMatchObject({
    questions: 3,
    failed: 2,
    answerRate: 1,
    correctSilenceRate: null,
  });
});

it('of questions with passages it says how many had them in the prompts', () => {
  const shown = [
    { first: true, afterTools: true, verification: true },
    { first: false, afterTools: true, verification: false },
    { first: null, afterTools: null, verification: null },
  ];
  const asked = shown.map((evidence) => ({ ...one, expected: ['kb:a.md'], reason: 'answered', evidence }));
  const rates = summaryOf([...asked, { ...one, expected: [], reason: '' }]);
  expect(rates).toMatchObject({ completeFirst: 0.5, completeAfterTools: 1, verifySees: 0.5 });
});
