import { expect, it } from 'vitest';
import { gateDecision } from '../../../test/support/values/decisions.ts';
import { startTrace } from './trace.ts';

it('keeps of what a model repeats without end as much as a person reads', () => {
  const { recordDecision, end } = startTrace({ report: () => {}, workedMilliseconds: () => 0 });
  const decided = gateDecision({ reason: 'It asks. '.repeat(100_000) });
  recordDecision({ decision: 'LLMGateDecision', value: decided });
  const issues = Array.from({ length: 5_000 }, () => 'Wrong.');
  recordDecision({ decision: 'LLMVerificationResult', value: { is_good_enough: false, issues } });
  const { decisions } = end('answered');
  expect(decisions[0]?.value).toEqual({ ...decided, reason: decided.reason.slice(0, 2_000) });
  expect(decisions[1]?.value).toEqual({ is_good_enough: false, issues: issues.slice(0, 100) });
});
