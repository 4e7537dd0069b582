import { expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import type { SettingChange } from '../../domain/operations/setting-changes.ts';
import { silentLog } from '../../test/support/run-workers.ts';
import { createLiveConfig, liveOrigins } from './live-config.ts';

const file = 'kb: { sources: [{ folder: docs, name: docs }, { url: https://example.com/faq }] }';

it('origins that a change does not touch stay what they were, for work that is under way', async () => {
  const loaded = loadConfig({ path: 'config.yaml', env: {}, dotenvPath: null, readFile: () => file });
  const live = createLiveConfig(loaded.config, loaded.withChanges);
  const changes: SettingChange[] = [];
  await live.follow({ settingChanges: async () => changes }, silentLog);
  const origins = liveOrigins(live);
  const before = [...origins.folders, ...origins.urls];
  const by = { changedBy: '77', changedAt: '2026-03-01T00:00:00.000Z' };
  const url = 'https://example.com/more';
  changes.push({ path: ['ai_response', 'project_introduction'], value: 'Chess.', ...by });
  changes.push({ path: ['kb', 'sources', url], value: { url }, ...by });
  await live.renew();
  live.close();
  expect(origins.urls.map((one) => one.url)).toEqual(['https://example.com/faq', url]);
  const after = [...origins.folders, ...origins.urls];
  expect(before.every((one) => after.includes(one))).toBe(true);
});
