import { expect, it } from 'vitest';
import { liveSettings, servePage } from '../../../../test/support/discord/page.ts';
import { seededStore } from '../../../../test/support/storage/seeded-store.ts';

const file = `
kb:
  sources: [{ url: https://example.com/faq, group: faq }]
discord:
  channels: { help: { mode: mention } }
`;

async function open(env: Record<string, string> = {}) {
  const storage = await seededStore();
  const { live, settings } = await liveSettings(storage, file, env);
  const page = await servePage(storage, { settings });
  const { cookie, form_token } = await page.enter();
  const change = async (path: string, fields: Record<string, string>) =>
    (await page.post(`/page/settings/${path}`, { form_token, ...fields }, { cookie })).text();
  const shown = async () => (await page.get('/page/settings', { cookie })).text();
  return { live, storage, settings, change, shown };
}

it('a change holds at once, stands among the changes with who and when, and is taken back', async () => {
  const { live, change, shown } = await open();
  const wanted = { name: 'help', mode: 'all', when_unknown: 'say_so', how_sure: '7', sources: 'faq' };
  expect(await change('channel', wanted)).toContain('Saved');
  expect(live.current().discord.channels['help']).toMatchObject({
    mode: 'all',
    when_unknown: 'say_so',
    how_sure: 7,
    sources: ['faq'],
  });
  const view = await shown();
  expect(view).toMatch(
    /help: Answers[^]*Every question[^]*by you[^]*2026-03-01 10:00[^]*instead of Mentions only/u,
  );
  await change('undo', { path: JSON.stringify(['discord', 'channels', 'help', 'mode']) });
  expect(live.current().discord.channels['help']?.mode).toBe('mention');
  expect(await shown()).toContain('as without a change');
});

it('another moderator is named by their profile, and what the file does not say is no value of it', async () => {
  const { settings, shown } = await open();
  const path = ['discord', 'channels', 'help'];
  await settings?.change([{ path: [...path, 'how_sure'], value: 7 }], '157');
  await settings?.change([{ path: ['discord', 'channels', 'beta'], value: {} }], 'operator');
  const view = await shown();
  expect(view).toMatch(/by <a href="https:\/\/discord\.com\/users\/157"[^>]*>a moderator<\/a>/u);
  expect(view).toMatch(/beta<\/p>\s*<p>added<\/p>[^]*by a moderator/u);
  expect(view).not.toContain('instead of');
});

it('an invalid value changes nothing, and says what is wrong', async () => {
  const { storage, change } = await open();
  const wanted = { name: 'help', mode: 'loud', when_unknown: 'silent', how_sure: '70', sources: 'client' };
  const said = await change('channel', wanted);
  expect(said).toContain('help: Answers: found &quot;loud&quot;');
  expect(said).toContain('Nothing was changed');
  expect(await change('source', { kind: 'site', address: 'ftp://example.com' })).toContain(
    'Nothing was changed',
  );
  expect(await storage.records.settingChanges()).toEqual([]);
});

it('nobody can change what is not offered', async () => {
  const { storage, change } = await open();
  for (const path of [
    ['storage', 'data_dir'],
    ['discord', 'channels', 'help', 'helper_role_id'],
    ['kb', 'sources_dir'],
  ])
    await change('undo', { path: JSON.stringify(path) });
  await change('source', { kind: 'folder', address: '/etc' });
  expect(await storage.records.settingChanges()).toEqual([]);
});

it('a source is added, removed, paused and resumed', async () => {
  const { live, change, shown } = await open();
  const addresses = () => live.current().kb.sources.map(({ url, github }) => url ?? github);
  await change('source', { kind: 'github', address: 'acme/server', group: 'server', version: '' });
  expect(addresses()).toEqual(['https://example.com/faq', 'acme/server']);
  await change('pause', { name: 'https://example.com/faq' });
  expect(addresses()).toEqual(['acme/server']);
  expect(await shown()).toContain('paused');
  await change('undo', { path: JSON.stringify(['kb', 'sources', 'https://example.com/faq']) });
  await change('undo', { path: JSON.stringify(['kb', 'sources', 'acme/server']) });
  expect(addresses()).toEqual(['https://example.com/faq']);
});

it('a value that the environment sets is not changed, and the page says so', async () => {
  const { change, live } = await open({ STEWARD__AI_RESPONSE__PROJECT_INTRODUCTION: 'Chess.' });
  expect(await change('introduction', { text: 'Go.' })).toContain(
    'STEWARD__AI_RESPONSE__PROJECT_INTRODUCTION',
  );
  expect(live.current().ai_response.project_introduction).toBe('Chess.');
});

it('nothing is changed that another change needs, that is not there, or that is no path', async () => {
  const { change, live, storage } = await open();
  await change('source', { kind: 'url', address: 'https://example.com/oil', group: 'oil', version: '' });
  const limited = { name: 'help', mode: 'mention', when_unknown: 'silent', how_sure: '', sources: 'oil' };
  await change('channel', limited);
  const oil = JSON.stringify(['kb', 'sources', 'https://example.com/oil']);
  expect(await change('undo', { path: oil })).toContain('help: Groups of sources: found &quot;oil&quot;');
  expect(live.current().discord.channels['help']?.sources).toEqual(['oil']);
  const before = (await storage.records.settingChanges()).length;
  expect(await change('pause', { name: 'https://example.com/none' })).toContain('There is no such source');
  expect(await change('undo', { path: '{' })).not.toContain('Something failed');
  expect(await storage.records.settingChanges()).toHaveLength(before);
});

it('what one moderator has left alone stays as another has set it, and no newer change is taken back unseen', async () => {
  const { change, live, shown, storage } = await open();
  const was = /name="was"\s+value="([^"]+)"/u.exec(await shown())?.[1]?.replaceAll('&quot;', '"') ?? '';
  const left = { name: 'help', mode: 'mention', when_unknown: 'silent', how_sure: '', sources: '', was };
  await change('channel', { ...left, how_sure: '8' });
  await change('channel', { ...left, mode: 'all' });
  expect(live.current().discord.channels['help']).toMatchObject({ mode: 'all', how_sure: 8 });
  const path = ['discord', 'channels', 'help', 'how_sure'];
  const late = { path: JSON.stringify(path), at: '2026-02-01T00:00:00.000Z' };
  expect(await change('undo', late)).toContain('Somebody has changed it since');
  const made = (await storage.records.settingChanges()).find((one) => one.path[3] === 'how_sure');
  expect(await change('undo', { ...late, at: made?.changedAt ?? '' })).toContain('Saved');
  expect(live.current().discord.channels['help']?.how_sure).toBeNull();
});

it('a channel that was listed here goes with the settings that it got', async () => {
  const { change, live } = await open();
  await change('list', { name: 'ideas' });
  await change('channel', {
    name: 'ideas',
    mode: 'mention',
    when_unknown: 'say_so',
    how_sure: '',
    sources: '',
  });
  expect(live.current().discord.channels).toHaveProperty('ideas');
  await change('undo', { path: JSON.stringify(['discord', 'channels', 'ideas']) });
  expect(live.current().discord.channels).not.toHaveProperty('ideas');
});

it('a setting of a channel that the file lists no more is set aside, and lists it not again', async () => {
  const { live, storage, change, shown } = await open();
  const by = { changedBy: '77', changedAt: '2026-03-01T00:00:00.000Z' };
  const path = ['discord', 'channels', 'vip', 'how_sure'];
  await storage.records.changeSetting({ path, value: 7, ...by });
  await change('introduction', { text: 'Chess.' });
  expect(Object.keys(live.current().discord.channels)).toEqual(['help']);
  expect(await shown()).toMatch(/vip: How sure[^]*invalid, set aside/u);
});

it('a source that an upgrade has made invalid sets nothing else aside, and refuses no other change', async () => {
  const { change, live, storage } = await open();
  const by = { changedBy: '77', changedAt: '2026-03-01T00:00:00.000Z' };
  await storage.records.changeSetting({ path: ['kb', 'sources', 'x'], value: { url: 'x' }, ...by });
  await change('introduction', { text: 'Chess.\r\nFor all.' });
  expect(live.current().ai_response.project_introduction).toBe('Chess.\nFor all.');
  expect(await change('list', { name: 'ideas' })).toContain('Saved');
  expect(live.current().kb.sources.map(({ url }) => url)).toEqual(['https://example.com/faq']);
});

it('an address is taken as people copy it, and a value that is none is told in words', async () => {
  const { change, live } = await open();
  const details = { group: '', version: '' };
  await change('source', { kind: 'github', address: 'https://github.com/acme/server/tree/main', ...details });
  await change('source', { kind: 'site', address: 'Docs.Example.com/guide', ...details });
  expect(live.current().kb.sources).toMatchObject([
    {},
    { github: 'acme/server' },
    { site: 'https://docs.example.com/guide' },
  ]);
  const wrong = { name: 'help', mode: 'mention', when_unknown: 'silent', how_sure: 'very', sources: '' };
  expect(await change('channel', wrong)).toContain('found &quot;very&quot;');
});

it('a channel may have the name of what every object has', async () => {
  const { change, shown } = await open();
  expect(await change('list', { name: 'constructor' })).toContain('Saved');
  expect(await shown()).toContain('<p class="subject">constructor</p>');
  await change('undo', { path: JSON.stringify(['discord', 'channels', 'constructor']) });
  expect(await shown()).toContain('as without a change');
});
