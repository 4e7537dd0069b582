import { expect, it } from 'vitest';
import { describeGiven } from './describe.ts';
import { loadGiven, mistakes } from '../test/support/values/load-given.ts';

const key = 'q7Zt2LmX9vB4nR8kW1sD';

it.each([
  `https://host.example/v1?key=${key}`,
  `https://host.example/v1?version=1&api_key=${key}`,
  `https://host.example/v1#token=${key}`,
  `https://anna:${key}@host.example/v1`,
  `https://${key}@host.example/v1?key=${key}`,
  `https://host.example/sk-${key}/v1`,
  `https://host.example/v1?key=${Buffer.from(key).toString('hex').replaceAll(/../gu, '%$&')}`,
])('a key in any part of an address is refused and never printed: %s', (address) => {
  for (const yaml of [
    `ai_response: { llm: { model: m, base_url: "${address}" } }`,
    `kb: { embeddings: { model: m, base_url: "${address}" } }`,
    `kb: { sources: [{ url: "${address}" }] }`,
    `kb: { sources: [{ site: "${address}" }] }`,
    `kb: { public_urls: { "guides/": "${address}" } }`,
    `discord: { api_url: "${address}" }`,
  ]) {
    const { message } = mistakes({ yaml });
    expect(message).toContain('without a password or a key in it');
    expect(decodeURIComponent(message)).not.toContain(key);
  }
  const env = { STEWARD__AI_RESPONSE__LLM__MODEL: 'm', STEWARD__AI_RESPONSE__LLM__BASE_URL: address };
  expect(decodeURIComponent(mistakes({ env }).message)).not.toContain(key);
});

it.each(['/v1/chat/completions', '/v1/chat/completions/', '/v1/completions', '/v1/embeddings'])(
  'an address that ends with the path of a call is refused: %s',
  (path) => {
    const yaml = `ai_response: { llm: { model: m, base_url: "https://host.example${path}" } }`;
    expect(mistakes({ yaml }).problems).toMatchObject([{ path: 'ai_response.llm.base_url' }]);
  },
);

it('a key in another text of the config is not printed', () => {
  const yaml = `ai_response: { project_introduction: "Our token=${key}" }`;
  const { config, origins } = loadGiven({ yaml });
  expect(JSON.stringify(describeGiven(config, origins))).not.toContain(key);
});

it('a secret that YAML takes for an alias, or that stands as a name, is not told', () => {
  const alias = mistakes({ yaml: 'ai_response: { llm: { model: *hunter2Abc9xyz } }' }).message;
  expect(alias).toContain('an alias');
  expect(alias).not.toContain('hunter2');
  const name = mistakes({ yaml: "'sk-live-9f8e7d6c5b4a39281706f5e4d3c2b1a0': 1" }).message;
  expect(name).toContain('unknown');
  expect(name).not.toContain('9f8e7d6c');
});
