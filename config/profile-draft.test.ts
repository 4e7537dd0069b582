import { describe, expect, it } from 'vitest';
import { readProfileDraft } from './profile-draft.ts';

const read = (yaml: string) => readProfileDraft(yaml, ['billing']);

describe('a draft of a profile', () => {
  it('has the keys of a profile in the config', () => {
    const { draft } = read('tone: Dry.\nrefusal_policy: No poems.\nscenarios: { billing: By post. }');
    expect(draft).toEqual({
      tone: 'Dry.',
      refusal_policy: 'No poems.',
      scenarios: { billing: 'By post.' },
    });
  });

  it.each([
    ['tune: Dry.', 'tune'],
    ['tone: 5', 'tone'],
    ['scenarios: { biling: By post. }', 'billing'],
    ['[', 'not YAML'],
    ['just words', 'The file'],
  ])('%j is refused with its place', (yaml, said) => {
    expect(read(yaml)).toMatchObject({ draft: null });
    expect(read(yaml).problems.join()).toContain(said);
  });
});
