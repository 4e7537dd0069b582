import { expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { configFingerprint, differences } from './announce.ts';

const announced = (over: object) => ({
  name: 'hostb:7',
  roles: ['reply'],
  version: '0.1.0',
  fingerprint: configFingerprint(configSchema.parse(over)),
});

const own = configFingerprint(configSchema.parse({}));

it('the same config in other folders agrees', () => {
  const elsewhere = {
    storage: { data_dir: '/var/steward' },
    kb: { sources_dir: '/docs' },
    http: { host: '::1' },
  };
  expect(differences(own, [announced({}), announced(elsewhere)])).toEqual([]);
});

it.each([
  ['models', { ai_response: { llm: { base_url: 'https://api.example.com/v1', model: 'other' } } }],
  ['prompts', { ai_response: { answer_prompt: 'Answer in verse.' } }],
  ['knowledge base', { kb: { qa_raw_last_processed_id: 'qa_20260201_000001' } }],
])('a worker with other %s is named', (part, over) => {
  expect(differences(own, [announced(over)])).toEqual([`hostb:7 (reply) has other ${part}`]);
});
