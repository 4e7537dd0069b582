import { expect, it } from 'vitest';
import { loadGiven } from '../../test/support/values/load-given.ts';
import { publicUrl } from '../../domain/documents/shown-source.ts';
import { pageUrlOf } from '../../config/schema/http.ts';
import { configText, dotenvText } from './setup-files.ts';

const schema = 'config/schema.json';
const setup: Parameters<typeof configText>[0] = {
  schema,
  pagePort: 8787,
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
  expect(pageUrlOf(config.http)).toBe('http://127.0.0.1:8787');
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
