import { expect, it } from 'vitest';
import { loadGiven } from '../../test/support/values/load-given.ts';
import { publicUrl } from '../../domain/documents/shown-source.ts';
import { configText, dotenvText, noSetup, setupOf, type Setup } from './setup-files.ts';

const schema = 'config/schema.json';
const setup: Setup & { readonly schema: string } = {
  schema,
  docs: 'docs',
  publicUrl: 'https://docs.example.com',
  about: 'Anvil: forges "tools" # and more',
  model: 'gpt-4.1-mini',
  baseUrl: 'https://api.example.com/v1',
  apiKey: "sk-it's secret # or so",
  discordToken: 'a.token',
  guildIds: ['123456789012345678'],
  channels: ['help', 'questions'],
  teamRoleIds: ['234567890123456789'],
  teamChannelId: '345678901234567890',
  preview: true,
};

it('makes a config of under 30 lines that is accepted as it is, without a secret', () => {
  const yaml = configText(setup);
  expect(yaml.split('\n').length).toBeLessThan(30);
  expect(yaml).toMatch(/^# yaml-language-server: \$schema=config\/schema\.json\n/u);
  expect(yaml).not.toMatch(/secret|token/);
  const { config } = loadGiven({ yaml });
  expect(Object.keys(config.discord.channels)).toEqual(['help', 'questions']);
  expect(config.discord.guild_ids).toEqual(setup.guildIds);
  expect(config.ai_response.llm.base_url).toBe(setup.baseUrl);
  expect(config.ai_response.project_introduction).toBe(setup.about);
  expect(config.discord).toMatchObject({
    team_role_ids: setup.teamRoleIds,
    team_channel_id: setup.teamChannelId,
    channels: { help: { preview: true } },
  });
  expect(publicUrl(config.kb.public_urls, 'guides/start.md')).toMatch(
    /^https:\/\/docs\.example\.com\/guides\/start/,
  );
});

it('names a site as a site', () => {
  const { config } = loadGiven({ yaml: configText({ ...setup, docs: 'https://docs.example.com/' }) });
  expect(config.kb.sources).toMatchObject([{ site: 'https://docs.example.com/' }]);
});

it('keeps what stands in .env and sets its own variables once', () => {
  const former = 'OTHER=1\nSTEWARD__DISCORD__TOKEN=old\n';
  const text = dotenvText(former, { apiKey: 'sk-1', discordToken: 'a.token' });
  expect(text).toBe(
    "OTHER=1\nSTEWARD__DISCORD__TOKEN='a.token'\nSTEWARD__AI_RESPONSE__LLM__API_KEY='sk-1'\n",
  );
  const { config } = loadGiven({ yaml: configText(setup), dotenv: text });
  expect(config.discord.token?.reveal()).toBe('a.token');
});

it('reads what a config says already, and changes what was answered alone', () => {
  const former = [
    '# Ours.',
    'http:',
    '  port: 8080 # for the widget',
    'discord:',
    "  guild_ids: ['123456789012345678']",
    '  channels:',
    '    help: { capture: true }',
    '    lounge: { mode: mention }',
    '    questions:',
    'ai_response:',
    '  llm: { model: gpt-4.1, base_url: https://api.example.com/v1, temperature: 0.2 }',
    'kb: { sources_dir: manual, max_sources: 4 }',
    '',
  ].join('\n');
  const env = {
    STEWARD__DISCORD__TOKEN: 'a.token',
    STEWARD__HTTP__API_KEYS: '0123456789abcdef0123456789abcdef',
  };
  const known = setupOf(loadGiven({ yaml: former.replace(', max_sources: 4', ''), env }));
  expect(known).toEqual({
    ...noSetup,
    docs: 'manual',
    model: 'gpt-4.1',
    baseUrl: 'https://api.example.com/v1',
    discordToken: 'a.token',
    guildIds: ['123456789012345678'],
    channels: ['help', 'lounge', 'questions'],
  });
  const changed = {
    ...known,
    model: 'gpt-5',
    channels: ['help', 'questions', 'bugs'],
    docs: 'https://docs.example.com/',
  };
  expect(configText({ ...changed, schema, former })).toBe(
    [
      '# Ours.',
      'http:',
      '  port: 8080 # for the widget',
      'discord:',
      '  guild_ids:',
      '    - "123456789012345678"',
      '  channels:',
      '    help: { capture: true }',
      '    questions: {}',
      '    bugs: {}',
      'ai_response:',
      '  llm: { model: gpt-5, base_url: https://api.example.com/v1, temperature: 0.2 }',
      'kb: { max_sources: 4, sources: [ { site: https://docs.example.com/ } ] }',
      '',
    ].join('\n'),
  );
});

it('leaves alone what was not asked about', () => {
  const former = [
    'discord:',
    '  guild_ids:',
    "    - '123456789012345678'",
    "  team_channel_id: '345678901234567890'",
    '  channels:',
    '    questions: { capture: true }',
    '    lounge: { preview: true }',
    'ai_response: { llm: { model: extractive } }',
    'kb:',
    '  sources: [ { url: https://example.com/faq }, { site: https://old.example.com/ } ]',
    '',
  ].join('\n');
  const withoutServers = former.replace(/ {2}guild_ids:\n.*\n/u, '');
  for (const text of [former, withoutServers])
    expect(
      configText({ ...setupOf(loadGiven({ yaml: text })), schema, former: text }).replaceAll('"', "'"),
    ).toBe(text);
  const docs = 'https://new.example.com/';
  expect(configText({ ...setupOf(loadGiven({ yaml: former })), docs, schema, former })).toContain(
    'sources: [ { url: https://example.com/faq }, { site: https://new.example.com/ } ]',
  );
});

it('finds in a config that it has made what it was told', () => {
  const loaded = loadGiven({ yaml: configText(setup), dotenv: dotenvText('', { ...setup, apiKey: 'sk-1' }) });
  expect(setupOf(loaded)).toEqual({
    ...setup,
    schema: undefined,
    apiKey: 'sk-1',
    publicUrl: 'https://docs.example.com/',
  });
});
