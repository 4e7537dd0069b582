import { expect, it } from 'vitest';
import { configSchema } from './schema.ts';
import { configWarnings } from './warnings.ts';

const warningsOf = (ai: object) => configWarnings(configSchema.parse({ ai_response: ai }));

it('a profile that is longer than its budget is told, with its place', () => {
  const profiles = { short: { tone: 'Dry.' }, long: { scope: 'Everything about kites. '.repeat(80) } };
  expect(warningsOf({ profiles })).toEqual([
    'ai_response.profiles.long: longer than ai_response.token_budgets.system (350); models do not see the rest.',
  ]);
});

it('so is one that only a topic makes too long, and nothing else is', () => {
  const topics = { kites: { scenario: 'Kites fly. '.repeat(150) } };
  expect(warningsOf({ topics })).toHaveLength(1);
  expect(warningsOf({})).toEqual([]);
});

it('a group that no source has is told, with its place', () => {
  const config = configSchema.parse({
    kb: { sources: [{ folder: 'docs', name: 'docs', group: 'api' }] },
    http: { sources: ['apis'] },
  });
  expect(configWarnings(config)).toEqual(['http.sources: no source of kb.sources has the group apis.']);
});
