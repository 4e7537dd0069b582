import { expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { Secret } from '../../config/secret.ts';
import { version } from '../wiring/identity.ts';
import { configFingerprint, differences } from './announce.ts';

const announced = (over: object) => ({
  name: 'hostb:7',
  roles: ['reply'],
  version,
  fingerprint: configFingerprint(configSchema.parse(over)),
});

const own = configFingerprint(configSchema.parse({}));

it('the same config agrees in other folders, with other ports, and where a host lacks a key that it does not need', () => {
  const elsewhere = {
    storage: { data_dir: '/var/steward' },
    kb: { sources_dir: '/docs' },
    ai_response: { llm: { api_key: new Secret('sk-1') } },
    http: { host: '::1' },
  };
  expect(differences(own, [announced({}), announced(elsewhere)])).toEqual([]);
});

it.each([
  ['ai_response', { ai_response: { llm: { base_url: 'https://api.example.com/v1', model: 'other' } } }],
  ['ai_response', { ai_response: { answer_prompt: 'Answer in verse.' } }],
  ['ai_response', { ai_response: { project_introduction: 'Another project.' } }],
  ['kb', { kb: { qa_raw_last_processed_id: 'qa_20260201_000001' } }],
  ['discord', { discord: { channels: { help: { mode: 'mention' } } } }],
])('a worker with another %s is named', (section, over) => {
  expect(differences(own, [announced(over)])).toEqual([`hostb:7 (reply) differs in ${section}`]);
});

it('a worker of another version, whose defaults may differ, is not compared', () => {
  const other = announced({ ai_response: { answer_prompt: 'Answer in verse.' } });
  expect(differences(own, [{ ...other, version: '0.0.9' }])).toEqual([]);
});
