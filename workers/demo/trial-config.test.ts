import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { modelsInUse } from '../../config/schema/models-in-use.ts';
import { trialQueue, trialConfig, type TrialOptions } from './trial-config.ts';

const trial = (options: TrialOptions, env: Readonly<Record<string, string>> = {}) =>
  trialConfig(options, () => '/tmp/trial', env);

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

it('asks the model that variables name, and has the embedded one describe the documents, where no config says otherwise', () => {
  const env = {
    STEWARD__AI_RESPONSE__LLM__MODEL: 'llama3.2',
    STEWARD__AI_RESPONSE__LLM__BASE_URL: 'http://127.0.0.1:11434/v1',
  };
  const stepsOf = (tried: TrialOptions) =>
    new Map([...modelsInUse(trial(tried, env))].map(([step, { model }]) => [step, model]));
  const steps = stepsOf({ kb: '/docs' });
  expect([steps.get('describe'), steps.get('classify'), steps.get('generate')]).toEqual([
    'extractive',
    'llama3.2',
    'llama3.2',
  ]);
  const file = configFile(community.replace(/^http.*\n/m, ''));
  expect(stepsOf({ config: file }).get('describe')).toBe('llama3.2');
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

it('puts documents from the command line in place of those of a config', () => {
  const file = configFile(community.replace(/^http.*\n/m, ''));
  const config = trial({ config: file, kb: '/other' });
  expect(config.kb.sources_dir).toBe('/other');
});

it('asks for documents when nothing names any', () => {
  expect(() => trial({})).toThrow(
    'Name your documents with --kb <dir>, or a config that does with -c <file>.',
  );
});
