import { expect, it } from 'vitest';
import { noticesOf } from './team-notices.ts';

const none = {
  refusedByModel: 0,
  budgetShare: null,
  failedCaptures: 0,
  stuckRuns: [],
  failingSources: [],
  missedLocations: [],
};
const causes = (over: object) => noticesOf({ ...none, ...over }).map(({ cause }) => cause);

it('says nothing when nothing is wrong', () => {
  expect(causes({ budgetShare: 0.79 })).toEqual([]);
});

it('warns of the budget at 80 and at 100 percent', () => {
  expect(causes({ budgetShare: 0.8 })).toEqual(['budget_80']);
  expect(causes({ budgetShare: 1 })).toEqual(['budget_spent']);
});

it('names each cause once', () => {
  const all = {
    refusedByModel: 3,
    failedCaptures: 2,
    stuckRuns: ['steward/capture/1'],
    failingSources: ['kb:a', 'kb:b'],
    missedLocations: ['1', '2'],
  };
  expect(causes(all)).toEqual(['model', 'captures', 'stuck', 'sources', 'catch_up_gap']);
});
