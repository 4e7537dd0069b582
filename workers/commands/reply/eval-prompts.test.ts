import { expect, it } from 'vitest';
import { decisions } from '../../../domain/models/decisions.ts';
import { unmet } from '../../../domain/operations/evaluation/prompt-cases.ts';
import { promptCases } from './prompt-suite.ts';

const cases = promptCases();

it('the suite has at least twenty cases for each decision but that about images, each with a name of its own', () => {
  const byDecision = Map.groupBy(cases, ({ decision }) => decision);
  const decided = Object.keys(decisions).filter((name) => name !== 'ImageSummaryResult');
  expect([...byDecision.keys()].toSorted()).toEqual(decided.toSorted());
  for (const own of byDecision.values()) {
    expect(own.length).toBeGreaterThanOrEqual(20);
    expect(new Set(own.map(({ name }) => name)).size).toBe(own.length);
  }
});

it('every case shows something and expects something of the decision', () => {
  const beside = ['cites', 'does_not_cite', 'cites_pair', 'differs'];
  for (const { decision, sections, expected } of cases) {
    expect(sections.length).toBeGreaterThan(0);
    // For a gap, the model sees only the names of the team's topics.
    const mayBeEmpty = decision === 'GapResult' ? ['source'] : ['question'];
    expect(sections.every(({ name: of, text }) => text !== '' || mayBeEmpty.includes(of))).toBe(true);
    const fields = [...Object.keys(decisions[decision].shape), ...beside];
    expect(fields).toEqual(expect.arrayContaining(Object.keys(expected)));
    expect(Object.keys(expected)).not.toEqual([]);
  }
});

it.each([
  [{ a: 'Set the Port.' }, { a: { has: 'port', lacks: 'host' } }, 0],
  [{ a: 'Set the port.' }, { a: { has: ['port', 'host'] } }, 1],
  [{ a: ['x', 'y'] }, { a: ['y', 'x'] }, 0],
  [{ a: ['x', 'y'] }, { a: ['x'] }, 1],
  [{ a: ['x', 'y'] }, { a: { has: 'x', most: 1 } }, 1],
  [{ a: ['x', 'y'] }, { a: { first: 'y' } }, 1],
  [{ a: null, b: true }, { a: null, b: false }, 1],
  [{ a: 'x' }, { a: null }, 1],
  [{ a: 7 }, { a: { least: 7, most: 8 } }, 0],
  [{ a: 'zho' }, { a: { any: ['zho', 'cmn'] } }, 0],
  [{ a: ' ' }, { a: { filled: true as const } }, 1],
  [
    { citations: [{ source_id: 'kb:a', qa_ids: ['q'] }] },
    { cites: 'kb:a', cites_pair: 'q', does_not_cite: 'kb:b' },
    0,
  ],
  [{ citations: [] }, { cites: 'kb:a' }, 1],
  [{ candidate: '1', numbers: true, negation: null }, { differs: true }, 0],
  [{ candidate: '1', numbers: true, negation: true }, { differs: true }, 1],
])('of %j and %j, %i are not as expected', (value, expected, wrong) => {
  expect(unmet(value, { expected })).toHaveLength(wrong);
});
