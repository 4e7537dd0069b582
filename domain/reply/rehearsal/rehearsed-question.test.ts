import { expect, it } from 'vitest';
import { rehearsedEnd, rehearsedQuestion } from '../../../test/support/values/rehearsed.ts';
import { costAMonth, verdictText, worstOf, type RehearsedEnd } from './rehearsed-question.ts';

const ended = (at: number, end: Partial<RehearsedEnd>, over = {}) =>
  rehearsedQuestion(at, { end: rehearsedEnd(end), ...over });

it('the worst are those that contradict the team, then those that differ, then silence where the team answered', () => {
  const questions = [
    ended(1, { verdict: 'agrees' }),
    ended(2, { status: 'silent', answer: null }),
    ended(3, { verdict: 'differs' }),
    ended(4, { verdict: 'contradicts' }),
    ended(5, { status: 'silent', answer: null }, { team: [] }),
    ended(6, { verdict: 'contradicts' }),
    ended(7, {}, { team: [] }),
  ];
  expect(worstOf(questions, 10).map(({ id }) => id)).toEqual(['r/1006', 'r/1004', 'r/1003', 'r/1002']);
  expect(worstOf(questions, 1)).toHaveLength(1);
  expect(questions.map(verdictText)).toEqual([
    'agrees with the team',
    'silent, the team answered',
    "differs from the team's",
    'contradicts the team',
    'silent',
    'contradicts the team',
    'answered, the team did not',
  ]);
});

it('a month costs what the answers did over the days, without comparing them; nothing is said without a price', () => {
  const window = { from: new Date('2026-02-01'), to: new Date('2026-02-11') };
  expect(costAMonth([ended(1, {}), ended(2, {})], window)).toBeCloseTo(0.06);
  expect(costAMonth([ended(1, {}), ended(2, { costUsd: null })], window)).toBeNull();
  expect(costAMonth([], window)).toBeNull();
});
