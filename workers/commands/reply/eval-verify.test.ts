import { expect, it } from 'vitest';
import { faultKinds } from '../../../domain/operations/evaluation/planted-faults.ts';
import { draftsToVerify, verificationSummary, type Verdict } from './eval-verify.ts';
import { promptCases } from './prompt-suite.ts';

const drafts = draftsToVerify(promptCases());

it('the suite has at least 25 good answers, and at least ten faults of each kind', () => {
  expect(drafts.filter(({ fault }) => fault === null).length).toBeGreaterThanOrEqual(25);
  const counts = faultKinds.map((kind) => drafts.filter(({ fault }) => fault === kind).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(10);
});

it('a fault is shown with the sources and the question of its good answer, and with another draft alone', () => {
  for (const [at, one] of drafts.entries()) {
    const good = drafts.slice(0, at + 1).findLast(({ fault }) => fault === null);
    const besides = (sections = one.sections) => sections.filter(({ name }) => name !== 'draft');
    expect(besides()).toEqual(besides(good?.sections));
    expect(one.sections.filter(({ name }) => name === 'draft').map(({ text }) => text)).toEqual([one.draft]);
    expect(one.draft === good?.draft).toBe(one.fault === null);
  }
});

it('a refused fault is caught, a refused good answer is not, and a failed call is neither', () => {
  const verdict = (fault: Verdict['fault'], accepted: boolean | null): Verdict => {
    return { name: 'x', fault, draft: 'y', accepted, issues: [], call: null };
  };
  const { faults, goodAnswers: good } = verificationSummary([
    verdict(null, true),
    verdict(null, false),
    verdict('number', false),
    verdict('number', true),
    verdict('number', null),
  ]);
  expect(good).toEqual({ answers: 2, refused: 1, failedCalls: 0 });
  expect(faults[0]).toEqual({ fault: 'number', planted: 3, caught: 1, failedCalls: 1 });
});
