import { describe, expect, it } from 'vitest';
import { loadGiven, mistakes } from '../../test/support/values/load-given.ts';

describe('profiles and groups', () => {
  const known = 'profiles: { friendly: { tone: Friendly. } }';

  it('are found by their names, for all and for a channel', () => {
    const { config } = loadGiven({
      yaml:
        `ai_response: { profile: friendly, ${known} }\n` +
        'discord: { channels: { help: { profile: friendly } } }',
    });
    expect(config.ai_response.profiles['friendly']?.tone).toBe('Friendly.');
  });

  it.each([
    [`ai_response: { profile: frendly, ${known} }`, 'ai_response.profile', 'friendly'],
    [
      'ai_response: { profile: any }',
      'ai_response.profile',
      'a name of ai_response.profiles, which has none',
    ],
    ['discord: { channels: { help: { profile: any } } }', 'discord.channels.help.profile', 'a name of'],
    ['http: { sources: [apis] }', 'http.sources[0]', 'a name of kb.sources (`group`), which has none'],
    [
      'kb: { sources: [{ folder: d, name: d, group: api }] }\ndiscord: { channels: { help: { sources: [apis] } } }',
      'discord.channels.help.sources[0]',
      'api',
    ],
  ])('%s is refused', (yaml, path, expected) => {
    expect(mistakes({ yaml }).problems).toMatchObject([
      { path, expected: expect.stringContaining(expected) as string },
    ]);
  });
});
