import { expect, it } from 'vitest';
import type { DecisionRecord } from '../../../../domain/reply/reply-record.ts';
import { testSources } from '../../../../test/support/steps/graph-context.ts';
import { play, yes } from '../../../../test/support/steps/play-graph.ts';
import { startTrace } from '../trace.ts';

it.each([true, false])('the trace says if a search went without vectors: %s', async (lacksVectors) => {
  const { recordDecision, soFar } = startTrace({ report: () => {}, workedMilliseconds: () => 0 });
  const sources = {
    ...testSources,
    shortlist: async () => ({ text: await testSources.combinedIndex(1), bySearch: true, lacksVectors }),
  };
  await play(yes, { sources, recordDecision }).result;
  const search: DecisionRecord = { decision: 'Search', value: 'by words: vectors were missing' };
  expect(soFar.decisions.filter(({ decision }) => decision === 'Search')).toEqual(
    lacksVectors ? [search] : [],
  );
});
