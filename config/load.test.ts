import { describe, expect, it } from 'vitest';
import { loadGiven, mistakes } from '../test/support/values/load-given.ts';
import { loadConfig } from './load.ts';

describe('what is accepted', () => {
  it('starts from defaults alone', () => {
    const { config } = loadGiven({});
    expect(config.discord.message_batch_wait_seconds).toBe(6);
    expect(config.ai_response.llm.model).toBeNull();
    expect(config.kb.llm).toBeNull();
  });

  it('takes an empty file, and headings with nothing below them', () => {
    expect(loadGiven({ yaml: '' }).config).toEqual(loadGiven({}).config);
    expect(loadGiven({ yaml: 'kb:\ndiscord:\n  channels:\n' }).config).toEqual(loadGiven({}).config);
  });

  it('gives a listed channel its defaults', () => {
    const { config } = loadGiven({ yaml: 'discord:\n  channels:\n    help: {}\n    talk:\n' });
    const channel = {
      mode: 'all',
      capture: null,
      answer_threads: null,
      how_sure: null,
      when_unknown: 'silent',
      reply_style: 'thread',
      graph: null,
      helper_role_id: null,
      language: null,
      preview: false,
      sources: null,
      profile: null,
      user_cooldown_seconds: 60,
      channel_cooldown_seconds: 30,
      gate: 'heuristic',
      answer_after_seconds: 0,
    };
    expect(config.discord.channels).toEqual({ help: channel, talk: channel });
  });

  it('keeps all digits of a channel id that stands there without quotes', () => {
    const { config } = loadGiven({ yaml: 'discord: { channels: { 987654321098765433: {} } }' });
    expect(Object.keys(config.discord.channels)).toEqual(['987654321098765433']);
  });

  it('puts every path of the knowledge base into the data folder', () => {
    const { kb } = loadGiven({
      yaml: 'storage: { data_dir: /var/steward }\nkb: { sources_dir: docs }',
    }).config;
    expect(kb.sources_dir).toBe('docs');
    expect(kb.team_raw_dir).toBe('/var/steward/team-knowledge/raw');
    expect(kb.index_cache_path).toBe('/var/steward/knowledge-base/index-cache.json');
  });

  it('needs no address for the extractive model', () => {
    expect(
      loadGiven({ yaml: 'ai_response: { llm: { model: extractive } }' }).config.ai_response.llm.base_url,
    ).toBeNull();
  });
});

describe('sets of steps', () => {
  it('are found by their name, for all and for a channel', () => {
    const { config } = loadGiven({
      yaml: 'ai_response: { graph: strict }\ndiscord: { channels: { help: { graph: minimal } } }',
    });
    expect(config.ai_response.graph).toBe('strict');
    expect(config.discord.channels['help']?.graph).toBe('minimal');
  });

  it.each([
    ['ai_response: { graph: carful }', 'ai_response.graph', 'minimal, standard or strict'],
    [
      'discord: { channels: { help: { graph: fast } } }',
      'discord.channels.help.graph',
      'minimal, standard or strict (or null)',
    ],
    [
      'temporal: { task_queue: My_Queue }',
      'temporal.task_queue',
      'up to 40 lower-case letters, digits and hyphens, and not -reply, -library, -discord or -try- and eight hexadecimal digits at the end',
    ],
    [
      'temporal: { task_queue: steward-try-0123abcd }',
      'temporal.task_queue',
      'up to 40 lower-case letters, digits and hyphens, and not -reply, -library, -discord or -try- and eight hexadecimal digits at the end',
    ],
    [
      'temporal: { task_queue: steward-reply }',
      'temporal.task_queue',
      'up to 40 lower-case letters, digits and hyphens, and not -reply, -library, -discord or -try- and eight hexadecimal digits at the end',
    ],
  ])('%s is refused', (yaml, path, expected) => {
    expect(mistakes({ yaml }).problems).toMatchObject([{ path, expected }]);
  });
});

describe('other names', () => {
  it('takes ai for ai_response, and the older names of two settings', () => {
    const { config } = loadGiven({
      yaml: 'ai:\n  max_sources: 3\n  llm_timeout_seconds: 9\n  max_retries: 0\n',
    });
    expect(config.ai_response.max_sources).toBe(3);
    expect(config.ai_response.llm).toMatchObject({ timeout_seconds: 9, max_retries: 0 });
  });

  it('refuses two names with two values', () => {
    const { problems } = mistakes({ yaml: 'ai: { max_sources: 3 }\nai_response: { max_sources: 4 }' });
    expect(problems).toEqual([
      {
        path: 'ai_response.max_sources',
        found: 'the number 4',
        expected: 'the same as ai.max_sources, which is the number 3; set one of them',
        origin: 'c.yaml:2',
      },
    ]);
  });

  it('takes two names with the same value', () => {
    const { config } = loadGiven({ yaml: 'ai: { max_sources: 3 }\nai_response: { max_sources: 3 }' });
    expect(config.ai_response.max_sources).toBe(3);
  });
});

describe('mistakes', () => {
  it('are listed all at once, with path, finding, expectation and line', () => {
    const error = mistakes({
      yaml: 'kb:\n  refresh_interval_seconds: soon\n  captur_mask: none\nlogging: { level: loud }',
    });
    expect(error.problems).toEqual([
      {
        path: 'kb.refresh_interval_seconds',
        found: '"soon"',
        expected: 'a number from 0 to 2592000',
        origin: 'c.yaml:2',
      },
      {
        path: 'kb.captur_mask',
        found: 'an unknown key',
        expected: 'capture_unreplied_minutes or capture_mask',
        origin: 'c.yaml:3',
      },
      {
        path: 'logging.level',
        found: '"loud"',
        expected: 'trace, debug, info, warn, error, fatal or silent',
        origin: 'c.yaml:4',
      },
    ]);
    expect(error.message.split('\n')).toHaveLength(4);
  });

  it('in the syntax name line and column', () => {
    expect(mistakes({ yaml: 'kb:\n  sources_dir: [a\n' }).problems[0]).toMatchObject({
      path: 'c.yaml',
      origin: expect.stringMatching(/^c\.yaml:3:\d+$/),
    });
  });

  it('include an id without quotes, shown with all its digits', () => {
    const [problem] = mistakes({ yaml: 'discord: { guild_ids: [123456789012345678] }' }).problems;
    expect(problem).toMatchObject({ path: 'discord.guild_ids[0]', found: 'the number 123456789012345678' });
    expect(problem?.expected).toContain('Quote it: "123456789012345678"');
  });

  it('send a known key to the section where it belongs', () => {
    const { problems } = mistakes({ yaml: 'max_answer_chars: 5' });
    expect(problems).toMatchObject([{ expected: 'ai_response.max_answer_chars' }]);
  });

  it('include a model without an address, beside any other mistake', () => {
    const { problems } = mistakes({ yaml: 'ai_response: { llm: { model: m, temperature: 3 } }' });
    expect(problems.map(({ path }) => path)).toEqual([
      'ai_response.llm.temperature',
      'ai_response.llm.base_url',
    ]);
  });

  it.each([
    [
      'discord: { message_batch_wait_seconds: 200, message_batch_max_wait_seconds: 100 }',
      'discord.message_batch_wait_seconds',
    ],
    ['ai: { graph_timeout_seconds: 300, request_timeout_seconds: 200 }', 'ai_response.graph_timeout_seconds'],
    ['kb: { llm: {} }', 'kb.llm.model'],
    ['kb: { qa_raw_last_processed_id: latest }', 'kb.qa_raw_last_processed_id'],
    ['kb: { public_urls: { a/: ftp://x } }', 'kb.public_urls.a/'],
    ["discord: { channels: { ' help': {} } }", 'discord.channels. help'],
    ['kb: { __proto__: { a: 1 } }', 'kb.__proto__'],
    ['ai: { gating_prompt: " " }', 'ai_response.gating_prompt'],
    ['kb: [a]', 'kb'],
    ['a: &x 1\nb: *x', 'c.yaml'],
    ['just words', 'c.yaml'],
  ])('%j is refused at %s', (yaml, path) => {
    expect(mistakes({ yaml }).problems.map((problem) => problem.path)).toEqual([path]);
  });

  it.each([
    ['http: { trusted_proxies: [anybody] }', 'http.trusted_proxies[0]'],
    ['moderation: { actions: { email: hide } }', 'moderation.actions.email'],
  ])('%j is refused at %s, too', (yaml, path) => {
    expect(mistakes({ yaml }).problems.map((problem) => problem.path)).toEqual([path]);
  });

  it.each([
    [
      'discord: { message_batch_wait_seconds: 90 }',
      'at most 60, which is discord.message_batch_max_wait_seconds',
    ],
    ['ai: { graph_timeout_seconds: 300 }', 'at most 240, which is ai_response.request_timeout_seconds'],
    ['ai: { llm: { base_url: api.openai.com/v1 } }', /^an address such as https:\/\/api\.openai\.com\/v1, /u],
  ])('%j says what would be right', (yaml, expected) => {
    const [problem] = mistakes({ yaml }).problems;
    expect(problem?.expected).toMatch(expected);
  });

  it('include a file that is not there', () => {
    const read = () => loadConfig({ path: '/no/such/config.yaml', env: {}, dotenvPath: null });
    expect(read).toThrow('/no/such/config.yaml: found no such file');
  });
});
