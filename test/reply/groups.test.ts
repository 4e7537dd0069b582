import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseIndex } from '../../domain/documents/index-file.ts';
import { isTeamSource } from '../../domain/team/topic-slug.ts';
import { cleanUp } from '../support/clean-up.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward } from '../support/steward.ts';

const versions = ['1.x', '2.x'];

async function documents(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-groups-'));
  cleanUp(() => rm(dir, { recursive: true, force: true }));
  for (const name of ['app', ...versions]) {
    await mkdir(join(dir, name));
    await writeFile(
      join(dir, name, 'ports.md'),
      `# Ports\n\nThe port of ${name} is set by \`port-${name}\`.\n`,
    );
  }
  return dir;
}

it('a channel answers from its groups alone, in the version that is named, and no channel from what the team said in another', async () => {
  const dir = await documents();
  const model = await startScriptedModel((call) => {
    if (call.decision !== 'LLMSelectionResult') return agreeable(call);
    const ids = parseIndex(call.text('index')).map(({ sourceId }) => sourceId);
    return { look_for: 'port', selected_source_ids: ids };
  });
  const discord = await openTestDiscord();
  const steward = await openTestSteward({
    discord,
    model,
    files: {},
    channels: { help: { sources: ['api'] }, ideas: { sources: ['app'] } },
    settings: {
      kb: {
        sources: [
          { folder: join(dir, 'app'), name: 'app', group: 'app' },
          ...versions.map((version, at) => ({
            folder: join(dir, version),
            name: `api${at + 1}`,
            group: 'api',
            version,
          })),
        ],
      },
    },
  });
  await steward.work(['all']);
  await steward.indexDocuments();
  const { records } = steward.storage;
  const citedBy = async (text: string, place: string, by: string) => {
    const { id } = await steward.say({ by, text, in: place });
    await steward.settle();
    const record = await records.replyRecord(id);
    expect(record).toMatchObject({ status: 'answered' });
    return { ids: record?.sourceIds ?? [], titles: record?.citations.map(({ title }) => title), id };
  };

  const newest = await citedBy('How do I set the port?', 'help', 'Anna');
  expect(newest).toMatchObject({ ids: ['kb:api2/ports.md'], titles: ['Ports (2.x)'] });
  expect((await citedBy('How do I set the port in v1.3?', 'help', 'Ben')).ids).toEqual(['kb:api1/ports.md']);
  const app = await citedBy('How do I set the port?', 'ideas', 'Cleo');
  expect(app.ids).toEqual(['kb:app/ports.md']);

  const prompts = () => model.calls.map(({ sections }) => JSON.stringify(sections));
  expect(prompts().some((prompt) => prompt.includes('port-1.x') && prompt.includes('port-2.x'))).toBe(false);

  discord.say({
    by: 'Maya',
    team: true,
    text: 'Only for the app: ask for a key by mail.',
    replyTo: app.id,
    in: app.id,
  });
  await expect.poll(async () => (await steward.storage.library.topics(1)).length).toBe(1);
  await steward.settle();
  expect((await citedBy('Where does the port come from?', 'ideas', 'Dora')).ids.some(isTeamSource)).toBe(
    true,
  );
  const before = model.calls.length;
  expect((await citedBy('Where does the port come from?', 'help', 'Emil')).ids).toEqual(['kb:api2/ports.md']);
  expect(prompts().slice(before).join('\n')).not.toContain('by mail');
});
