import { expect, it } from 'vitest';
import { describeGiven } from './describe.ts';
import { loadGiven, type Given } from '../test/support/values/load-given.ts';

it('of a secret only that it is set is said, and every value stands on one short line', () => {
  const { config, origins } = loadGiven({
    yaml: `ai_response: { answer_prompt: ${'Answer well. '.repeat(20)} }`,
    env: { STEWARD__AI_RESPONSE__LLM__API_KEY: 'sk-hidden' },
  });
  const [prompt, key] = describeGiven(config, origins);
  expect(key?.value).toBe('set');
  expect(prompt?.value).toMatch(/^".{60,80}characters\)$/);
});

it('what somebody has set is listed with its place, and nothing else', () => {
  const loaded = loadGiven({
    yaml: 'discord:\n  channels:\n    help: {}\n    talk.more: { how_sure: 5 }\nai_response:\n  max_sources: 5\n  max_answer_chars: 900\n',
    env: { STEWARD__DISCORD__TOKEN: 'x.y' },
  });
  expect(describeGiven(loaded.config, loaded.origins)).toEqual([
    { path: 'discord.channels.help', value: '{}', origin: 'c.yaml:3' },
    { path: 'discord.channels.talk.more.how_sure', value: '5', origin: 'c.yaml:4' },
    { path: 'ai_response.max_sources', value: '5', origin: 'c.yaml:6' },
    { path: 'ai_response.max_answer_chars', value: '900', origin: 'c.yaml:7' },
    { path: 'discord.token', value: 'set', origin: 'STEWARD__DISCORD__TOKEN' },
  ]);
});

it('a variable with several settings of a group changes those alone', () => {
  const changes = (given: Given) => {
    const loaded = loadGiven(given);
    return describeGiven(loaded.config, loaded.origins).map(
      ({ path, value, origin }) => `${path}: ${value} (${origin})`,
    );
  };
  const env = {
    STEWARD__KB: '{ sources_dir: x, embeddings: { model: m, base_url: "https://e.test/v1" } }',
    STEWARD__KB__INDEX_PATH: 'i',
    STEWARD__STORAGE: '{ data_dir: y }',
    STEWARD__DISCORD__CHANNELS: '{ help: {}, talk: { how_sure: 5 } }',
  };
  const yaml = 'kb:\n  index_cache_path: c\npages: {}\n';
  expect(changes({ yaml, env })).toEqual([
    'kb.index_cache_path: "c" (c.yaml:2)',
    'pages: {} (c.yaml:3)',
    'discord.channels.help: {} (STEWARD__DISCORD__CHANNELS)',
    'discord.channels.talk.how_sure: 5 (STEWARD__DISCORD__CHANNELS)',
    'kb.sources_dir: "x" (STEWARD__KB)',
    'kb.embeddings.model: "m" (STEWARD__KB)',
    'kb.embeddings.base_url: "https://e.test/v1" (STEWARD__KB)',
    'kb.index_path: "i" (STEWARD__KB__INDEX_PATH)',
    'storage.data_dir: "y" (STEWARD__STORAGE)',
  ]);
});

it('a path of which a name is empty says so', () => {
  const { config: own, origins: from } = loadGiven({
    yaml: 'kb:\n  public_urls: { "": "https://docs.example.com/" }\n',
  });
  expect(describeGiven(own, from)).toEqual([
    { path: 'kb.public_urls.""', value: '"https://docs.example.com/"', origin: 'c.yaml:2' },
  ]);
});
