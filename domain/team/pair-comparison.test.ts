import { expect, it } from 'vitest';
import {
  askedOn,
  contradictingPage,
  isComparedWith,
  openContradictions,
  pairQuery,
  statementOf,
  type PairComparison,
} from './pair-comparison.ts';
import type { QaPair } from './qa-pair.ts';

const qaId = 'qa_20260201_031056.228000';
const pair: QaPair = {
  qaId,
  timestamp: '2026-02-01T03:10:56.228000Z',
  turns: [
    { label: 'User', text: 'Which port?' },
    { label: 'Team', text: 'Port 7070.' },
  ],
};
const page = { sourceId: 'kb:a.md', hash: 'a1', title: 'A', url: null, statement: 'Port 8080.', date: '' };
const comparison = (more: Partial<PairComparison> = {}): PairComparison => ({
  qaId,
  documents: '',
  near: [page],
  verdict: 'contradicts',
  page,
  asked: { at: '2026-02-10T12:00:00Z', times: 2 },
  keptHash: null,
  ...more,
});

it('a page contradicts a pair until the team keeps it beside what that page says, or another comparison says otherwise', () => {
  expect(contradictingPage(comparison())).toBe(page);
  expect(contradictingPage(comparison({ keptHash: 'a1' }))).toBeNull();
  expect(contradictingPage(comparison({ keptHash: 'a0' }))).toBe(page);
  expect(contradictingPage(comparison({ verdict: 'page_says_more' }))).toBeNull();
  expect(contradictingPage(undefined)).toBeNull();
});

it('a pair is compared anew when a near part changes, comes or goes, whatever their order', () => {
  const b = { sourceId: 'kb:b.md', hash: 'b1' };
  const made = comparison({ near: [page, b] });
  expect(isComparedWith(made, [b, page])).toBe(true);
  expect(isComparedWith(made, [{ ...b, hash: 'b2' }, page])).toBe(false);
  expect(isComparedWith(made, [page])).toBe(false);
});

it('the team is asked once for a standing pair, and posts about what is settled are closed', () => {
  const cause = `contradiction/${qaId}/a1`;
  const open = (pairs: readonly QaPair[], posted: readonly string[], more: Partial<PairComparison> = {}) => {
    const comparisons = new Map([[qaId as PairComparison['qaId'], comparison(more)]]);
    const { toAsk, toClose } = openContradictions({ pairs, comparisons, posted });
    return [toAsk.map((one) => one.cause), toClose];
  };
  expect(open([pair], [])).toEqual([[cause], []]);
  expect(open([pair], [cause])).toEqual([[], []]);
  expect(open([pair], [cause], { keptHash: 'a1' })).toEqual([[], [cause]]);
  expect(open([], [cause])).toEqual([[], [cause]]);
  expect(open([pair], [cause], { page: { ...page, hash: 'a2' } })).toEqual([
    [`contradiction/${qaId}/a2`],
    [cause],
  ]);
});

it('counts the calls of one day', () => {
  const earlier = comparison({ asked: { at: '2026-02-09T23:59:59Z', times: 5 } });
  expect(askedOn('2026-02-10', [comparison(), earlier, comparison({ asked: null })])).toBe(2);
});

it('looks for pages by what was asked and answered last', () => {
  expect(pairQuery(pair)).toBe('Which port?\nPort 7070.');
});

it('quotes a page only in its own words', () => {
  expect(statementOf('the port is **8080**', '# A\n\nThe port\nis 8080.')).toBe('the port is **8080**');
  expect(statementOf('The port is 9090', '# A\n\nThe port\nis 8080.')).toBe('# A The port is 8080.');
  expect(statementOf(null, 'Port 8080.')).toBe('Port 8080.');
});
