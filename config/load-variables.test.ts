import { inspect } from 'node:util';
import { assert, property, string, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadGiven, mistakes, type Given } from '../test/support/values/load-given.ts';
import type { Secret } from './secret.ts';

const llm = 'model: m\n    base_url: https://api.example.com/v1';

describe('variables', () => {
  it('win over the file, the environment over .env, and STEWARD over APP', () => {
    const { config, origins } = loadGiven({
      yaml: 'ai: { max_sources: 1 }\ntemporal: { task_queue: file }\nlogging: { level: warn }',
      dotenv: 'STEWARD__AI__MAX_SOURCES=2\nSTEWARD__TEMPORAL__TASK_QUEUE=dotenv\n',
      env: { APP__AI__MAX_SOURCES: '3', APP__LOGGING__LEVEL: 'error', STEWARD__LOGGING__LEVEL: 'debug' },
    });
    expect(config.ai_response.max_sources).toBe(3);
    expect(config.temporal.task_queue).toBe('dotenv');
    expect(config.logging.level).toBe('debug');
    expect(origins.get('ai_response.max_sources')).toBe('APP__AI__MAX_SOURCES');
  });

  it("of .env are Steward's and Temporal's settings; none there names a program or a folder of programs", () => {
    const names = [
      'XDG_CACHE_HOME',
      'HOME',
      'PATH',
      'LD_PRELOAD',
      'GOFLAGS',
      'STEWARD_TEMPORAL_DOWNLOAD_URL',
    ];
    const { config, env } = loadGiven({
      dotenv: `${names.map((name) => `${name}=/evil`).join('\n')}\nTEMPORAL_ADDRESS=a:1\nSTEWARD__KB__INDEX_PATH=i`,
      env: { TEMPORAL_NAMESPACE: 'n', HOME: '/home/own' },
    });
    expect(config.kb.index_path).toBe('i');
    expect(env).toMatchObject({ TEMPORAL_ADDRESS: 'a:1', TEMPORAL_NAMESPACE: 'n', HOME: '/home/own' });
    expect(Object.values(env)).not.toContain('/evil');
  });

  it('are read by the type of their setting', () => {
    const { config } = loadGiven({
      env: {
        STEWARD__DISCORD__GUILD_IDS: '123456789012345678, 223456789012345678',
        STEWARD__DISCORD__TEAM_ROLE_IDS: '[323456789012345678]',
        STEWARD__DISCORD__CHANNELS__HELP__CAPTURE: 'true',
        STEWARD__DISCORD__CHANNELS__IDEAS__CAPTURE: 'ask',
        STEWARD__DISCORD__TEAM_CHANNEL_ID: '423456789012345678',
        STEWARD__KB__PUBLIC_URLS: '{guides/: https://docs.example.com/}',
        STEWARD__AI_RESPONSE__LLM__TEMPERATURE: 'null',
        STEWARD__AI_RESPONSE__PROJECT_INTRODUCTION: '12',
      },
    });
    expect(config.discord.guild_ids).toEqual(['123456789012345678', '223456789012345678']);
    expect(config.discord.team_role_ids).toEqual(['323456789012345678']);
    expect(config.discord.channels['help']?.capture).toBe(true);
    expect(config.discord.channels['ideas']?.capture).toBe('ask');
    expect(config.kb.public_urls).toEqual({ 'guides/': 'https://docs.example.com/' });
    expect(config.ai_response.llm.temperature).toBeNull();
    expect(config.ai_response.project_introduction).toBe('12');
  });

  it('hold text as it is', () => {
    const text = string({ unit: 'grapheme' }).filter((one) => one.trim() !== '' && one !== 'null');
    assert(
      property(text, (value) => {
        const { config } = loadGiven({ env: { STEWARD__TEXTS__FR__NOT_COVERED: value } });
        expect(config.texts).toMatchObject({ fr: { not_covered: value } });
      }),
    );
  });

  it('are refused where their text is no whole value, or a secret that no request can carry', () => {
    expect(
      mistakes({
        env: {
          STEWARD__DISCORD__CHANNELS: '{',
          STEWARD__DISCORD__GUILD_IDS: '[123456789012345678',
          STEWARD__DISCORD__TOKEN: '“a.b.c”',
          STEWARD__AI_RESPONSE__LLM__API_KEY: 'sk-test\nsk-more',
        },
      }).problems.map(({ path, found }) => [path, found]),
    ).toEqual([
      ['discord.token', 'a secret'],
      ['discord.guild_ids[0]', '"[123456789012345678"'],
      ['discord.channels', '"{"'],
      ['ai_response.llm.api_key', 'a secret'],
    ]);
  });

  it('set lists as a whole: one for an entry is told by its name, and hides no mistake of the file', () => {
    const yaml = 'kb:\n  sources:\n    - url: x\n    - { folder: a }\ndiscord:\n  guild_ids: [1]\n';
    const env = {
      STEWARD__KB__SOURCES__0__URL: 'https://b.example.com',
      STEWARD__DISCORD__GUILD_IDS__0: '123456789012345678',
      APP__AI__FALLBACKS__0: 'other',
    };
    const told = mistakes({ yaml, env }).problems.map(({ path, origin }) => `${path} ${origin}`);
    expect(told.toSorted()).toEqual([
      'ai_response.fallbacks APP__AI__FALLBACKS__0',
      'discord.guild_ids STEWARD__DISCORD__GUILD_IDS__0',
      'discord.guild_ids[0] c.yaml:6',
      'kb.sources STEWARD__KB__SOURCES__0__URL',
      'kb.sources[0].url c.yaml:2',
      'kb.sources[1] c.yaml:2',
    ]);
    const [first] = mistakes({ env: { STEWARD__KB__SOURCES__0__URL: 'https://b.example.com' } }).problems;
    expect(first).toMatchObject({
      found: 'a variable for a part of it',
      expected: 'the whole value, in STEWARD__KB__SOURCES',
    });
    expect(
      mistakes({ yaml: 'kb: { sources: 5 }', env: { STEWARD__KB__SOURCES__0: 'a' } }).problems,
    ).toHaveLength(2);
  });

  it('set nothing inside a single value', () => {
    const given = { yaml: 'kb: { sources_dir: docs }', env: { STEWARD__KB__SOURCES_DIR__X: 'a' } };
    expect(mistakes(given).problems).toMatchObject([
      {
        path: 'kb.sources_dir',
        expected: 'the whole value, in STEWARD__KB__SOURCES_DIR',
        origin: 'STEWARD__KB__SOURCES_DIR__X',
      },
    ]);
  });

  it('count as not set when they are empty', () => {
    expect(loadGiven({ env: { STEWARD__KB__LLM: '', STEWARD__LOGGING__LEVEL: '' } }).config).toEqual(
      loadGiven({}).config,
    );
  });

  it('are named in mistakes', () => {
    const { problems } = mistakes({ env: { STEWARD__AI__MAX_SOURCES: 'many', STEWARD__KN__LLM: '1' } });
    expect(problems).toMatchObject([
      { path: 'ai_response.max_sources', found: '"many"', origin: 'STEWARD__AI__MAX_SOURCES' },
      {
        path: 'kn',
        expected: expect.stringMatching(/^discord, .* or texts$/u),
        origin: 'STEWARD__KN__LLM',
      },
    ]);
  });

  it('of other programs are left alone', () => {
    const env = { APP__THEME: 'dark', STEWARD_PORT_80_TCP_PORT: '80', STEWARD_CONFIG: 'c.yaml' };
    expect(loadGiven({ env }).config).toEqual(loadGiven({}).config);
  });

  it('of Temporal come back with the environment over .env', () => {
    const { env } = loadGiven({
      dotenv: 'TEMPORAL_ADDRESS=a:1\nTEMPORAL_NAMESPACE=n',
      env: { TEMPORAL_ADDRESS: 'b:2' },
    });
    expect(env).toEqual({ TEMPORAL_ADDRESS: 'b:2', TEMPORAL_NAMESPACE: 'n' });
  });
});

describe('secrets', () => {
  const key = 'STEWARD__AI_RESPONSE__LLM__API_KEY';
  const keyOf = (given: Given): Secret | null => loadGiven(given).config.ai_response.llm.api_key;

  it('come from a variable or from the file that one names', () => {
    expect(keyOf({ env: { [key]: 'sk-1' } })?.reveal()).toBe('sk-1');
    expect(keyOf({ env: { [`${key}_FILE`]: '/run/key' }, files: { '/run/key': 'sk-2\n' } })?.reveal()).toBe(
      'sk-2',
    );
    expect(keyOf({ dotenv: 'STEWARD__AI__LLM__API_KEY=sk-3' })?.reveal()).toBe('sk-3');
  });

  it('cannot be printed', () => {
    const { config } = loadGiven({ env: { [key]: 'sk-hidden' } });
    const { api_key: secret } = config.ai_response.llm;
    expect(
      `${inspect(config, { depth: 9, showHidden: true })}${JSON.stringify(config)}${String(secret)}`,
    ).not.toContain('sk-hidden');
  });

  it('are refused in the YAML file, whatever they are, and not shown', () => {
    assert(
      property(stringMatching(/^sk-[a-z0-9]{8,40}$/), (secret) => {
        const error = mistakes({ yaml: `ai:\n  llm:\n    api_key: ${secret}\n    ${llm}` });
        expect(error.message).toContain(`${key} or ${key}_FILE`);
        expect(error.message).not.toContain(secret);
      }),
    );
  });

  it('are one mistake when what they are given is refused, although they are needed', () => {
    const http = 'http: { port: 8080, api_keys: 0123456789abcdef }';
    expect(mistakes({ yaml: http }).problems).toMatchObject([{ path: 'http.api_keys', found: 'a secret' }]);
    const env = { STEWARD__HTTP__PORT: '8080', STEWARD__HTTP__API_KEYS_FILE: '/run/keys' };
    expect(mistakes({ env }).problems).toMatchObject([
      {
        path: 'http.api_keys',
        found: expect.stringContaining('/run/keys'),
        origin: 'STEWARD__HTTP__API_KEYS_FILE',
      },
    ]);
  });

  it('are not shown as part of an address', () => {
    const error = mistakes({
      yaml: 'ai: { llm: { model: m, base_url: "https://me:hunter2@example.com/v1" } }',
    });
    expect(error.message).toContain('ai_response.llm.base_url');
    expect(error.message).not.toContain('hunter2');
  });

  it('are refused when set in two ways', () => {
    const env = { [key]: 'sk-1', [`${key}_FILE`]: '/run/key' };
    expect(mistakes({ env, files: { '/run/key': 'sk-1' } }).problems).toMatchObject([
      { expected: 'one of them' },
    ]);
    const names = { STEWARD__AI__LLM__API_KEY: 'sk-1', [key]: 'sk-2' };
    expect(mistakes({ env: names }).problems).toMatchObject([{ found: 'a secret' }]);
  });

  it('name the file that cannot be read or is empty', () => {
    const env = { [`${key}_FILE`]: '/run/key' };
    expect(mistakes({ env }).message).toContain('found /run/key, which cannot be read (ENOENT)');
    expect(mistakes({ env, files: { '/run/key': '\n' } }).message).toContain('found an empty file');
  });
});

it('a setting that is missing beside a variable is named as the variable that is not set', () => {
  const env = { STEWARD__HTTP__PORT: '8080', STEWARD__HTTP__HOST: '0.0.0.0', STEWARD__HTTP__PAGE: 'true' };
  expect(mistakes({ env }).problems).toMatchObject([
    { path: 'http.public_url', origin: 'STEWARD__HTTP__PUBLIC_URL is not set' },
  ]);
});
