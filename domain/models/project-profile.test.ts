import { describe, expect, it } from 'vitest';
import { projectProfileText, type ProjectProfile } from './project-profile.ts';

const profile: ProjectProfile = {
  project_introduction: 'We make kites.',
  scope: 'Kites and strings.',
  refusal_policy: 'No weather forecasts.',
  tone: 'Friendly.',
  fallback_url: null,
};
const read = (step: Parameters<typeof projectProfileText>[0]['step'], more: object = {}) =>
  projectProfileText({
    projectProfile: profile,
    step,
    subject: null,
    scenario: '',
    maxTokens: 350,
    ...more,
  });

describe('a profile', () => {
  it('goes to each step with what that step needs', () => {
    expect(read('gate')).toBe(
      'About this project:\nWe make kites.\n\nAnswer only what belongs to this:\nKites and strings.\n\n' +
        'What not to answer:\nNo weather forecasts.',
    );
    expect(read('selection')).toBe('About this project:\nWe make kites.');
    expect(read('answer')).toContain('Tone of answers:\nFriendly.');
    expect(read('verification')).not.toContain('Friendly.');
  });

  it('goes with the text of the topic', () => {
    expect(read('answer', { subject: 'tails', scenario: 'Tails are free.' })).toContain(
      'For questions about tails:\nTails are free.',
    );
  });

  it('is cut to its budget at a sentence', () => {
    expect(read('gate', { maxTokens: 10 })).toBe('About this project:\nWe make kites.');
  });
});
