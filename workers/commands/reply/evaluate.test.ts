import { expect, it } from 'vitest';
import { usageOf } from '../../../domain/operations/model-usage.ts';
import { summaryOf } from './evaluate.ts';

const usage = usageOf([]);
const one = { question: 'How?', citedIds: [], score: null, usage, answered: false, failed: false };

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
