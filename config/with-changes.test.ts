import { expect, it } from 'vitest';
import { sourceAddress, type SettingChange } from '../domain/operations/setting-changes.ts';
import { loadConfig } from './load.ts';

const file = `
ai_response:
  project_introduction: A server for games.
kb:
  sources:
    - site: https://docs.example.com/
      group: server
    - url: https://example.com/faq
discord:
  channels:
    help: { mode: mention }
`;

const load = (env: Record<string, string> = {}) =>
  loadConfig({ path: 'config.yaml', env, dotenvPath: null, readFile: () => file });

const change = (path: readonly string[], value: unknown): SettingChange => ({
  path,
  value,
  changedBy: '77',
  changedAt: '2026-03-01T00:00:00.000Z',
});

it('changes of moderators lie over the file and under the environment, and name where they come from', () => {
  const changes = [
    change(['ai_response', 'project_introduction'], 'A server for chess.'),
    change(['discord', 'channels', 'help', 'mode'], 'all'),
    change(['discord', 'channels', 'beta'], {}),
    change(['discord', 'channels', 'help', 'when_unknown'], 'say_so'),
  ];
  const { config, origins, setAside } = load().withChanges(changes);
  expect(config.ai_response.project_introduction).toBe('A server for chess.');
  expect(config.discord.channels).toMatchObject({
    help: { mode: 'all', when_unknown: 'say_so' },
    beta: { mode: 'all' },
  });
  expect(origins.get('discord.channels.help.mode')).toBe('the page, 2026-03-01');
  expect(setAside).toEqual([]);
  const set = load({ STEWARD__AI_RESPONSE__PROJECT_INTRODUCTION: 'A server for go.' }).withChanges(changes);
  expect(set.config.ai_response.project_introduction).toBe('A server for go.');
});

it('a source is added, replaced by its address, paused, and as the file says again', () => {
  const addresses = (...changes: readonly SettingChange[]) =>
    load()
      .withChanges(changes)
      .config.kb.sources.map(({ site, url, github, group }) => [site ?? url ?? github, group]);
  const faq = ['kb', 'sources', 'https://example.com/faq'];
  const added = change(['kb', 'sources', 'acme/server'], { github: 'acme/server', group: 'server' });
  const docs = ['https://docs.example.com/', 'server'];
  expect(addresses(added, change(faq, false))).toEqual([docs, ['acme/server', 'server']]);
  expect(addresses(change(faq, { url: faq[2], group: 'faq' }))).toEqual([docs, [faq[2], 'faq']]);
  expect(addresses(change(faq, false), added, change(faq, null), change(added.path, null))).toEqual([
    docs,
    [faq[2], undefined],
  ]);
});

it('a change that is invalid is set aside and named, and all others hold', () => {
  const invalid = change(['discord', 'channels', 'help', 'mode'], 'loud');
  const unknownGroup = change(['discord', 'channels', 'help', 'sources'], ['client']);
  const valid = change(['ai_response', 'project_introduction'], 'A server for chess.');
  const { config, setAside } = load().withChanges([invalid, unknownGroup, valid]);
  expect(config.ai_response.project_introduction).toBe('A server for chess.');
  expect(config.discord.channels['help']?.mode).toBe('mention');
  expect(setAside.map(({ change: one }) => one)).toEqual([invalid, unknownGroup]);
  expect(setAside[0]?.problems[0]).toMatchObject({
    path: 'discord.channels.help.mode',
    found: '"loud"',
    origin: 'the page, 2026-03-01',
  });
});

it('a change cannot reach anything but what moderators may change', () => {
  const { config } = load().withChanges([change(['__proto__', 'polluted'], true)]);
  expect((config as object as { polluted?: boolean }).polluted).toBeUndefined();
});

it('a source with a relative folder is paused by the path that the page shows', () => {
  const relative = 'kb: { sources: [{ folder: docs, name: vault }, { openapi: api/shop.yaml }] }';
  const loaded = loadConfig({ path: 'config.yaml', env: {}, dotenvPath: null, readFile: () => relative });
  const { sources } = loaded.config.kb;
  const paused = sources.map((entry) => change(['kb', 'sources', sourceAddress(entry)], false));
  expect(loaded.withChanges(paused).config.kb.sources).toEqual([]);
});

it('a limit to a group stays when its source is added anew, and answers from no group when the group is gone', () => {
  const url = 'https://example.com/oil';
  const added = change(['kb', 'sources', url], { url, group: 'oil' });
  const limited = change(['discord', 'channels', 'help', 'sources'], ['oil']);
  const groupsOf = (...changes: readonly SettingChange[]) =>
    load().withChanges(changes).config.discord.channels['help']?.sources;
  expect(groupsOf(added, limited, change(added.path, { url, group: 'oil', version: '2' }))).toEqual(['oil']);
  expect(groupsOf(added, limited, change(added.path, null))).toEqual([]);
});

it('a thousand changes cost about as much as one', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => change(['discord', 'channels', `c${at}`], {}));
  const { config } = load().withChanges(many);
  expect(Object.keys(config.discord.channels)).toHaveLength(1_001);
});

it('an invalid setting of a channel that is listed here leaves it listed', () => {
  const listed = change(['discord', 'channels', 'beta'], {});
  const loud = change(['discord', 'channels', 'beta', 'mode'], 'loud');
  const { config, setAside } = load().withChanges([listed, loud]);
  expect(config.discord.channels['beta']?.mode).toBe('all');
  expect(setAside.map((one) => one.change)).toEqual([loud]);
});

it('of many changes exactly the invalid ones are set aside, each with its own mistake', () => {
  const source = (name: string, value: unknown) => change(['kb', 'sources', name], value);
  const listed = Array.from({ length: 30 }, (_, at) => change(['discord', 'channels', `c${at}`], {}));
  const good = source('https://example.com/a', { url: 'https://example.com/a', group: 'oil' });
  const bad = [
    source('ftp://example.com', { url: 'ftp://example.com' }),
    source('https://example.com/b', { url: 'https://example.com/b', colour: 'red' }),
    change(['discord', 'channels', 'c7', 'how_sure'], 11),
    change(['discord', 'channels', 'c29', 'sources'], ['gas']),
  ];
  const limited = change(['discord', 'channels', 'c3', 'sources'], ['oil']);
  const { config, setAside } = load().withChanges([limited, ...listed, ...bad, good]);
  expect(setAside.map((one) => one.change)).toEqual(bad);
  expect(setAside.map(({ problems }) => problems.length)).toEqual([1, 1, 1, 1]);
  expect(config.discord.channels['c3']?.sources).toEqual(['oil']);
  expect(config.kb.sources.map(({ url }) => url)).toContain('https://example.com/a');
});
