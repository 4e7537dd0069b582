import { expect, it } from 'vitest';
import { loadGiven, mistakes } from '../test/support/values/load-given.ts';

const embeddingsOf = (yaml: string, env: Readonly<Record<string, string>> = {}) =>
  loadGiven({ yaml, env }).config.kb.embeddings;

it('kb.embeddings is local, off, or an API whose key comes from the environment', () => {
  expect(embeddingsOf('')).toBe('local');
  expect(embeddingsOf('kb:\n  embeddings: off')).toBe('off');
  expect(embeddingsOf('', { STEWARD__KB__EMBEDDINGS: 'off' })).toBe('off');
  const yaml = 'kb:\n  embeddings:\n    base_url: https://api.example.com/v1\n    model: a-model';
  const own = embeddingsOf(yaml, { STEWARD__KB__EMBEDDINGS__API_KEY: 'sk-1' });
  expect(own).toMatchObject({ base_url: 'https://api.example.com/v1', model: 'a-model' });
  expect(typeof own === 'object' && own.api_key?.reveal()).toBe('sk-1');
});

it.each(['on', '{ model: a-model }'])(
  'kb.embeddings: %s is a mistake that says what is possible',
  (value) => {
    const { problems } = mistakes({ yaml: `kb:\n  embeddings: ${value}` });
    expect(problems).toMatchObject([
      { path: 'kb.embeddings', expected: 'local, off, or base_url and model of an API' },
    ]);
  },
);

it('an unknown key of the API is named', () => {
  const { problems } = mistakes({
    yaml: 'kb:\n  embeddings: { base_url: "https://a.example", model: a, modle: b }',
  });
  expect(problems).toMatchObject([{ path: 'kb.embeddings.modle', expected: 'model' }]);
});
