import { describe, expect, it } from 'vitest';
import { loadGiven, mistakes } from '../test/support/values/load-given.ts';
import { pageUrlOf } from './schema/http.ts';

describe('no mistake hides another', () => {
  const pathsOf = (yaml: string) => mistakes({ yaml }).problems.map(({ path }) => path);

  it('in a channel whose name does not fit', () => {
    const yaml = "discord: { channels: { ' x': { reply_stlye: thread, mode: mentions } } }";
    expect(pathsOf(yaml)).toEqual([
      'discord.channels. x.mode',
      'discord.channels. x.reply_stlye',
      'discord.channels. x',
    ]);
  });

  it('between settings that only show their mistake together', () => {
    const yaml =
      'ai: { max_sources: many, profile: odd }\ndiscord: { reply_max_age_hours: 0, channels: { help: { preview: true, capture: ask } } }';
    expect(pathsOf(yaml)).toEqual([
      'discord.reply_max_age_hours',
      'discord.channels.help.preview',
      'discord.channels.help.capture',
      'ai_response.max_sources',
      'ai_response.profile',
    ]);
  });

  it('whatever two there are', () => {
    const faults: Readonly<Record<string, string>> = {
      'discord.how_sure': '11',
      'discord.channels.help.graph': 'fast',
      'discord.channels.ask.profile': 'odd',
      'discord.channels.ask.preview': 'true',
      'ai_response.profile': 'none',
      'ai_response.max_sources': 'many',
      'ai_response.steps.recall': '{ temperature: 0 }',
      'ai_response.llm_enable_image': 'perhaps',
      'kb.llm': '{}',
      'kb.public_urls.a': 'x',
      'kb.sources': '[{ url: x }]',
      'models.prices.gpt': '{ input: 1 }',
      'http.page': 'true',
      'storage.kind': 'postgres',
    };
    const told = (...paths: readonly string[]) => {
      const variable = (path: string) => `STEWARD__${path.toUpperCase().replaceAll('.', '__')}`;
      const env = Object.fromEntries(paths.map((path) => [variable(path), faults[path] ?? '']));
      return mistakes({ env }).problems.map(({ path, expected }) => `${path}: ${expected}`);
    };
    const all = Object.keys(faults);
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1))
        expect(told(one, other).toSorted(), `${one} and ${other}`).toEqual(
          [...new Set([...told(one), ...told(other)])].toSorted(),
        );
  });

  it('where one setting has two mistakes, another group has more, and a list has several', () => {
    const yaml =
      'ai_response: { graph: fancy, llm: { model: m, base_url: api.openai.com, temperature: hot } }\n' +
      'kb: { sources: [{ url: x }, { folder: a, name: one }, { site: y }] }';
    expect(pathsOf(yaml).toSorted()).toEqual([
      'ai_response.graph',
      'ai_response.llm.base_url',
      'ai_response.llm.temperature',
      'kb.sources[0].url',
      'kb.sources[2].site',
    ]);
  });

  it('though a group may be null for one layer, and have settings in a later one', () => {
    const env = { STEWARD__KB__LLM__MODEL: 'extractive' };
    expect(loadGiven({ yaml: 'kb: { llm: null }', env }).config.kb.llm?.model).toBe('extractive');
    expect(
      loadGiven({ yaml: 'kb: { llm: { model: extractive } }', env: { STEWARD__KB__LLM: 'null' } }).config.kb
        .llm,
    ).toBeNull();
  });

  it('among keys that stand there twice', () => {
    const yaml =
      'kb: { capture_mask: none }\nkb:\n  sources: [{ url: https://a.example/, url: x }]\nai: { max_sources: 3, max_sources: 4 }\n';
    expect(mistakes({ yaml }).problems).toMatchObject([
      { found: 'a mistake in its syntax (Map keys must be unique)', origin: 'c.yaml:2:1' },
      { origin: 'c.yaml:3:40' },
      { origin: 'c.yaml:4:23' },
    ]);
  });

  it('and none is told twice, or because another value was left out', () => {
    expect(pathsOf('ai: { llm: { model: m, base_url: api.example.com } }')).toEqual([
      'ai_response.llm.base_url',
    ]);
    expect(pathsOf('discord: { team_channel_id: 12, channels: { help: { preview: true } } }')).toEqual([
      'discord.team_channel_id',
    ]);
  });
});

it('other names of settings count under those of the schema', () => {
  const { config } = loadGiven({
    yaml: 'kb: { summarization_prompt: Describe it. }\nai: { llm_timeout_seconds: 9 }',
  });
  expect(config.ai_response.summarization_prompt).toBe('Describe it.');
  expect(config.ai_response.llm.timeout_seconds).toBe(9);
});

it('a channel may be written with its #', () => {
  const { config, origins } = loadGiven({
    yaml: "discord:\n  channels:\n    '#questions': { mode: mention }",
  });
  expect(config.discord.channels['questions']?.mode).toBe('mention');
  expect(origins.get('discord.channels.questions.mode')).toBe('c.yaml:3');
});

describe('a link to the page', () => {
  it.each([
    ["host: '::1'", 'http://[::1]:80'],
    ['host: 127.0.0.1', 'http://127.0.0.1:80'],
    ['host: 0.0.0.0, public_url: https://a.example', 'https://a.example'],
  ])('can be followed with %s', (settings, url) => {
    const { config } = loadGiven({ yaml: `http: { port: 80, page: true, ${settings} }` });
    expect(pageUrlOf(config.http)).toBe(url);
  });

  it.each(['host: 0.0.0.0', "host: '::'", 'public_url: https://a.example/steward'])(
    'that nobody could follow is a mistake: %s',
    (settings) => {
      const { problems } = mistakes({ yaml: `http: { port: 80, page: true, ${settings} }` });
      expect(problems.map(({ path }) => path)).toEqual(['http.public_url']);
    },
  );
});
