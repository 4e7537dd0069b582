import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestStore, spawnDiscordWorker } from '../support/discord/discord-steward.ts';
import { openTestDiscord, prepare } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';

it('what a moderator changes reaches a running worker of another process: a channel is listed and answered, an introduction is read', async () => {
  const discord = await openTestDiscord();
  const model = await startScriptedModel(agreeable);
  const scene = await prepare(discord, { model, channels: { help: {} } });
  const worker = spawnDiscordWorker(scene, discord.token);
  await worker.says('steward_started');
  await scene.indexDocuments();
  const { records } = await openTestStore(scene.config);
  const by = { changedBy: '77', changedAt: '2026-03-01T00:00:00.000Z' };
  await records.changeSetting({ path: ['discord', 'channels', 'ideas'], value: {}, ...by });
  const introduction = ['ai_response', 'project_introduction'];
  await records.changeSetting({ path: introduction, value: 'A server for chess players.', ...by });
  await records.changeSetting({ path: ['discord', 'channels', 'ideas', 'mode'], value: 'loud', ...by });
  await worker.says('"changes":3,"msg":"settings_changed"');
  expect(worker.output()).toContain('setting_set_aside');
  const question = discord.say({ by: 'anna', text: 'How do I set the port?', in: 'ideas' });
  await discord.until(() => discord.postsIn(question.id).length > 0, 'the question is answered');
  expect(model.calls.some(({ system }) => system.includes('chess players'))).toBe(true);
  const started = worker.output().split('steward_started').length - 1;
  expect(started).toBe(1);
});

it('what a moderator changed holds after a restart, and a source of the page is read', async () => {
  const discord = await openTestDiscord();
  const model = await startScriptedModel(agreeable);
  const scene = await prepare(discord, { model });
  const { records } = await openTestStore(scene.config);
  const by = { changedBy: '77', changedAt: '2026-03-01T00:00:00.000Z' };
  const folder = join(scene.dir, 'more');
  await mkdir(folder);
  await writeFile(join(folder, 'colours.md'), '# Colours\n\nSet the colour with `colour`.\n');
  await records.changeSetting({
    path: ['kb', 'sources', folder],
    value: { folder, name: 'more' },
    ...by,
  });
  const worker = spawnDiscordWorker(scene, discord.token);
  await worker.says('steward_started');
  await scene.indexDocuments();
  const { sources } = await openTestStore(scene.config);
  expect(await sources.documentIndex()).toContain('kb:more/colours.md');
});
