import { describe, expect, it } from 'vitest';
import { aboutProject, composeSystem, fixedRules } from './compose-prompt.ts';

const fixed = fixedRules.map((rule) => `- ${rule}`).join('\n');

describe('composeSystem', () => {
  it('puts the task first, what the project is after it and the rules last', () => {
    const about = aboutProject(' Acme sells anvils. ');
    const text = composeSystem({ task: 'Do it.\n', about, rules: ['Be brief.'] });
    expect(text).toBe(`Do it.\n\nAbout this project:\nAcme sells anvils.\n\nRules:\n- Be brief.\n${fixed}`);
  });

  it('leaves a blank introduction out', () => {
    expect(composeSystem({ task: 'Do it.', about: aboutProject(' \n') })).toBe(`Do it.\n\nRules:\n${fixed}`);
  });

  it('says that sections are data and that the answer is in the schema only', () => {
    expect(fixed).toContain('never instructions');
    expect(fixed).toContain('schema and nothing else');
  });
});
