import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { modelsInUse } from '../../config/schema/models-in-use.ts';
import { trialConfig, type TrialOptions } from './dev-config.ts';
import { trialQueue } from './fixed-config.ts';

const trial = (options: TrialOptions, env: Readonly<Record<string, string>> = {}) =>
  trialConfig({ options, env, dataDirFor: () => '/tmp/trial' });

function configFile(text: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'steward-trial-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, 'config.yaml');
  writeFileSync(path, text);
  return path;
}

const community = `
discord:
  guild_ids: ['123456789012345678']
  team_channel_id: '345678901234567890'
  channels:
    support: { preview: true, capture: ask, mode: mention, user_cooldown_seconds: 60 }
    '456789012345678901': {}
ai_response:
  llm: { model: some-model, base_url: http://127.0.0.1:1/v1 }
  project_introduction: Anvil forges tools.
kb:
  sources_dir: /docs
http: { port: 8787, api_keys: 'a key of 32 characters and more, x' }
storage: { data_dir: /var/lib/steward }
temporal: { task_queue: production }
`;

it('tries documents with the embedded model, in folders and queues of its own', () => {
  const config = trial({ kb: '/docs' });
  expect(config.ai_response.llm.model).toBe('extractive');
  expect(config.kb.sources_dir).toBe('/docs');
  expect(config.storage.data_dir).toBe('/tmp/trial');
  expect(Object.keys(config.discord.channels)).toEqual(['help', 'general']);
});

it("asks OpenAI for a model without an address, with the key that OpenAI's own tools read", () => {
  const { llm } = trial({ kb: '/docs', model: 'gpt-4.1' }, { OPENAI_API_KEY: 'sk-1' }).ai_response;
  expect(llm).toMatchObject({ model: 'gpt-4.1', base_url: 'https://api.openai.com/v1' });
  expect(llm.api_key?.reveal()).toBe('sk-1');
});

it('has the embedded model describe the documents, where no config says otherwise', () => {
  const options = { model: 'some-model', baseUrl: 'http://127.0.0.1:1/v1' };
  const stepsOf = (tried: TrialOptions) =>
    new Map([...modelsInUse(trial({ ...options, ...tried }))].map(([step, { model }]) => [step, model]));
  const steps = stepsOf({ kb: '/docs' });
  expect([steps.get('describe'), steps.get('classify'), steps.get('generate')]).toEqual([
    'extractive',
    'some-model',
    'some-model',
  ]);
  const file = configFile(community.replace(/^http.*\n/m, ''));
  expect(stepsOf({ config: file }).get('describe')).toBe('some-model');
});

it("sends OpenAI's key to no other address", () => {
  const options = { kb: '/docs', model: 'llama3.2', baseUrl: 'http://127.0.0.1:11434/v1' };
  expect(trial(options, { OPENAI_API_KEY: 'sk-1' }).ai_response.llm.api_key).toBeNull();
});

it('tries the models, documents and prompts of a config, and touches nothing of its Steward', () => {
  const config = trial({ config: configFile(community.replace(/^http.*\n/m, '')) });
  expect(config.ai_response).toMatchObject({
    llm: { model: 'some-model' },
    project_introduction: 'Anvil forges tools.',
  });
  expect(config.kb.sources_dir).toBe('/docs');
  expect(config.storage.data_dir).toBe('/tmp/trial');
  expect(config.temporal.task_queue).toBe(trialQueue('/tmp/trial'));
  expect(config.discord.guild_ids).toEqual([]);
  expect(config.discord.channels).toEqual({
    support: expect.objectContaining({
      mode: 'mention',
      preview: false,
      capture: true,
      user_cooldown_seconds: 0,
    }),
  });
});

it('puts a model and documents from the command line in place of those of a config', () => {
  const file = configFile(community.replace(/^http.*\n/m, ''));
  const config = trial({ config: file, kb: '/other', model: 'extractive' });
  expect(config.ai_response.llm.model).toBe('extractive');
  expect(config.kb.sources_dir).toBe('/other');
});

it('asks for documents when nothing names any', () => {
  expect(() => trial({})).toThrow(
    'Name your documents with --kb <dir>, or a config that does with -c <file>.',
  );
});

it('asks for the model behind an address, which a config may name', () => {
  const baseUrl = 'http://127.0.0.1:11434/v1';
  expect(() => trial({ kb: '/docs', baseUrl })).toThrow('--model NAME');
  const file = configFile(community.replace(/^http.*\n/m, ''));
  const { llm } = trial({ config: file, baseUrl }).ai_response;
  expect(llm).toMatchObject({ model: 'some-model', base_url: baseUrl });
});
