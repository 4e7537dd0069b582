import { describe, expect, it } from 'vitest';
import { graphProblem, builtInGraphs, withVerification } from './reply-graph.ts';

describe('sets of steps', () => {
  it.each(Object.entries(builtInGraphs))('has nothing wrong with %s', (_, set) => {
    expect(graphProblem(set)).toBeNull();
  });

  it('refuses a set that cannot answer', () => {
    expect(graphProblem(['gate', 'generate'])).toBe('a graph that contains select and load');
  });

  it('refuses another order, and a step that comes twice', () => {
    const expected = 'each node once, in this order: gate, select, load, generate';
    expect(graphProblem(['select', 'gate', 'load', 'generate'])).toBe(expected);
    expect(graphProblem(['gate', 'gate', 'select', 'load', 'generate'])).toBe(expected);
  });

  it('verifies where the config says so, else as the set says', () => {
    expect(withVerification(builtInGraphs.minimal, null)).not.toContain('verify');
    expect(withVerification(builtInGraphs.minimal, true)).toEqual([...builtInGraphs.minimal, 'verify']);
    expect(withVerification(builtInGraphs.standard, false)).not.toContain('verify');
    expect(withVerification(builtInGraphs.standard, null)).toContain('verify');
  });
});
