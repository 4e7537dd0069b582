import { describe, expect, it } from 'vitest';
import { projectProfileText, type ProjectProfile } from './project-profile.ts';

const profile: ProjectProfile = {
  project_introduction: 'We make kites.',
  scope: 'Kites and strings.',
  refusal_policy: 'No weather forecasts.',
  tone: 'Friendly.',
  scenarios: { strings: 'Strings are sold by the metre.' },
  redirects: {},
  fallback_url: null,
};
const read = (step: Parameters<typeof projectProfileText>[0]['step'], more: object = {}) =>
  projectProfileText({
    projectProfile: profile,
    step,
    subject: null,
    subjectScenario: '',
    maxTokens: 350,
    ...more,
  });

describe('a profile', () => {
  it('goes to each step with what that step needs', () => {
    expect(read('gate').text).toBe(
      'About this project:\nWe make kites.\n\nAnswer only what belongs to this:\nKites and strings.\n\n' +
        'What not to answer:\nNo weather forecasts.',
    );
    expect(read('selection').text).toBe('About this project:\nWe make kites.');
    expect(read('answer').text).toContain('Tone of answers:\nFriendly.');
    expect(read('verification').text).not.toContain('Friendly.');
  });

  it('has a text for a topic, or the topic its own', () => {
    expect(read('answer', { subject: 'strings', subjectScenario: 'Else.' }).text).toContain(
      'For questions about strings:\nStrings are sold by the metre.',
    );
    expect(read('answer', { subject: 'tails', subjectScenario: 'Tails are free.' }).text).toContain(
      'Tails are free.',
    );
  });

  it('is cut to its budget at a sentence, and says so', () => {
    const cut = read('gate', { maxTokens: 10 });
    expect(cut).toEqual({ text: 'About this project:\nWe make kites.', cut: true });
    expect(read('gate').cut).toBe(false);
  });
});
