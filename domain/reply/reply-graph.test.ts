import { describe, expect, it } from 'vitest';
import { replyGraphs, withVerification } from './reply-graph.ts';

describe('sets of steps', () => {
  it('verifies where the config says so, else as the set says', () => {
    expect(withVerification(replyGraphs.minimal, null)).not.toContain('verify');
    expect(withVerification(replyGraphs.minimal, true)).toEqual([...replyGraphs.minimal, 'verify']);
    expect(withVerification(replyGraphs.standard, false)).not.toContain('verify');
    expect(withVerification(replyGraphs.standard, null)).toContain('verify');
  });
});
