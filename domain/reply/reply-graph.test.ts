import { describe, expect, it } from 'vitest';
import { graphSetProblem, graphSets, withVerification } from './reply-graph.ts';

describe('sets of steps', () => {
  it.each(Object.entries(graphSets))('has nothing wrong with %s', (_, set) => {
    expect(graphSetProblem(set)).toBeNull();
  });

  it('refuses a set that cannot answer', () => {
    expect(graphSetProblem(['gate', 'generate'])).toBe('a set that holds select and load');
  });

  it('refuses another order, and a step that comes twice', () => {
    const expected = 'each step once, in this order: gate, select, load, generate';
    expect(graphSetProblem(['select', 'gate', 'load', 'generate'])).toBe(expected);
    expect(graphSetProblem(['gate', 'gate', 'select', 'load', 'generate'])).toBe(expected);
  });

  it('verifies where the config says so, else as the set says', () => {
    expect(withVerification(graphSets.minimal, null)).not.toContain('verify');
    expect(withVerification(graphSets.minimal, true)).toEqual([...graphSets.minimal, 'verify']);
    expect(withVerification(graphSets.standard, false)).not.toContain('verify');
    expect(withVerification(graphSets.standard, null)).toContain('verify');
  });
});
