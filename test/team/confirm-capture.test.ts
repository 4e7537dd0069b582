import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listFailed, retryCapture } from '../../adapters/temporal/runs/captures.ts';
import type { CaptureInput, CaptureResult } from '../../workflows/contract/team.ts';
import { openDiscordSteward, openTestStore, spawnDiscordWorker } from '../support/discord/discord-steward.ts';
import { openTestDiscord, prepare } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { kill } from '../support/steward.ts';
import { png } from '../support/values/png.ts';
import { testClient } from '../support/temporal.ts';
import { waitingCaptures } from '../../workers/running/serve-page.ts';

describe('a pair that waits for the team', () => {
  it('outlives a killed worker: asked once, learned once after a yes of the team, and never without one', async () => {
    const discord = await openTestDiscord();
    const { interactions } = discord;
    const team = discord.channelId('staff');
    const setting = await prepare(discord, {
      model: await startScriptedModel(agreeable),
      channels: { help: { capture: 'ask' } },
      settings: { discord: { team_channel_id: team } },
    });
    const first = spawnDiscordWorker(setting, discord.token);
    await first.says('steward_started');
    const asking = () => discord.postsIn(team);
    const question = discord.say({ by: 'Anna', text: 'When is the party?' });
    discord.say({ by: 'Maya', team: true, text: 'Wrong day: it is on Friday.', replyTo: question.id });
    await discord.until(() => asking().length === 1, 'the team is asked');
    expect(asking()[0]?.content).toContain('> When is the party?\n> **Wrong day: it is on Friday.**');
    await kill(first.process);

    const second = spawnDiscordWorker(setting, discord.token);
    await second.says('steward_started');
    const storage = await openTestStore(setting.config);
    const { library } = storage;
    const on = asking()[0]?.id ?? '';
    const other = interactions.press({ by: 'Mo', moderates: true, on, button: ':learn:' });
    await discord.until(() => /for the team/.test(other.text()), 'it is for the team alone');
    expect(await library.rawEntries()).toEqual([]);
    const pressed = interactions.press({ by: 'Noor', team: true, on, button: ':learn:' });
    await discord.until(() => /learning this/.test(pressed.text()), 'it is confirmed');
    await expect
      .poll(async () => [...(await library.ledger(1)).settled.values()].map(({ outcome }) => outcome))
      .toEqual(['integrated']);
    await discord.until(() => asking()[0]?.content.includes('-# ') === true, 'the post says so');
    // Late attempts would ask again now.
    await sleep(1_000);
    expect(asking()).toHaveLength(1);
    expect(await library.rawEntries()).toHaveLength(1);
    const late = { by: 'Noor', team: true } as const;
    expect(() => interactions.press({ ...late, on, button: ':learn:' })).toThrow('no button');

    const refused = discord.say({ by: 'Ben', text: 'Where is the party?' });
    discord.say({ by: 'Maya', team: true, text: 'In the old hall.', replyTo: refused.id });
    await discord.until(() => asking().length === 2, 'the team is asked again');
    const no = { by: 'Noor', team: true, on: asking()[1]?.id ?? '', button: ':dont_learn:' };
    const saidNo = interactions.press(no);
    await discord.until(() => /Not learned/.test(saidNo.text()), 'it is refused');
    await discord.until(() => asking()[1]?.content.includes('-# Not learned') === true, 'the post says so');

    discord.say({ by: 'Maya', team: true, text: 'In the new hall.', replyTo: refused.id });
    await discord.until(() => asking().length === 3, 'the team is asked about the new words alone');
    expect(asking()[2]?.content).toContain('> **In the new hall.**');
    interactions.press({ ...no, on: asking()[2]?.id ?? '' });
    await discord.until(() => asking()[2]?.content.includes('-# Not learned') === true, 'it is refused, too');

    const expiring = discord.say({ by: 'Cleo', text: 'Who plays at the party?' });
    const said = discord.say({ by: 'Maya', team: true, text: 'A band from here.', replyTo: expiring.id });
    await discord.until(() => asking().length === 4, 'the team is asked a fourth time');
    const { waiting } = waitingCaptures({
      client: await testClient(),
      storage,
      taskQueue: setting.config.temporal.task_queue,
      mask: (text) => text,
    });
    const turns = [{ text: 'Who plays at the party?' }, { text: 'A band from here.' }];
    await expect.poll(waiting).toMatchObject([{ id: said.id, about: 'learn', pair: { turns } }]);
    // A second look at the same pair, which waits for nobody as long as the first does.
    const timings = { longestReview: 100 };
    const input: CaptureInput = { snapshotId: said.id, asksTeam: true, timings };
    const { workflow } = await testClient();
    const result = (await workflow.execute('captureWorkflow', {
      workflowId: `test/${randomUUID()}`,
      taskQueue: setting.config.temporal.task_queue,
      args: [input],
    })) as CaptureResult;
    expect(result).toEqual({ qaId: null, outcome: 'expired', topic: null });
    await discord.until(() => asking()[3]?.content.includes('-# Expired') === true, 'the post says so');
    expect(asking()).toHaveLength(4);
    expect(await library.rawEntries()).toHaveLength(1);
  });

  it('is one whose question was edited after the answer, if nothing shows what the team saw', async () => {
    const discord = await openTestDiscord();
    const team = discord.channelId('staff');
    const unseen = discord.say({ by: 'Anna', text: 'Is it safe to update?' });
    const { storage } = await openDiscordSteward(discord, {
      model: await startScriptedModel(agreeable),
      settings: { discord: { team_channel_id: team } },
    });
    const asking = () => discord.postsIn(team).map(({ content }) => content);
    discord.say({ by: 'Maya', team: true, text: 'Yes, that is safe.', replyTo: unseen.id });
    discord.edit(unseen.id, 'Is it safe to disable the firewall?');
    await discord.until(() => asking().length === 1, 'the team is asked');
    expect(asking()[0]).toMatch(
      /edited after[^]*> Is it safe to disable the firewall\?\n> \*\*Yes, that is safe\.\*\*/,
    );
    expect(await storage.library.rawEntries()).toEqual([]);
  });

  it('is not asked about again when its capture failed after the yes and is retried', async () => {
    const discord = await openTestDiscord();
    const team = discord.channelId('staff');
    const refusing = new Set<string>();
    const model = await startScriptedModel((call) =>
      refusing.has(call.decision) ? { status: 401 } : agreeable(call),
    );
    const { storage, client, taskQueue } = await openDiscordSteward(discord, {
      model,
      channels: { help: { capture: 'ask' } },
      settings: {
        discord: { team_channel_id: team },
        ai_response: { llm_enable_image: true, attachment_hosts: ['127.0.0.1'] },
        pages: { allow_hosts: ['127.0.0.1'] },
      },
    });
    const captures = { client, storage, taskQueue };
    const failed = async () => (await listFailed(captures)).map(({ workflowId }) => workflowId);
    const outcomes = async () =>
      [...(await storage.library.ledger(1)).settled.values()].map(({ outcome }) => outcome);
    /** Beside them the team reads that a capture failed. */
    const asking = () => discord.postsIn(team).filter(({ content }) => content.includes('> **'));
    const press = async (on: string, until: RegExp) => {
      const pressed = discord.interactions.press({ by: 'Noor', team: true, on, button: ':learn:' });
      await discord.until(() => until.test(pressed.text()), 'it is confirmed');
    };

    refusing.add('ClassificationResult');
    const question = discord.say({ by: 'Anna', text: 'When is the party?' });
    discord.say({ by: 'Maya', team: true, text: 'On Friday.', replyTo: question.id });
    await discord.until(() => asking().length === 1, 'the team is asked');
    await press(asking()[0]?.id ?? '', /learning this/);
    await expect.poll(failed).toHaveLength(1);
    expect(await storage.library.rawEntries()).toHaveLength(1);
    refusing.clear();
    await retryCapture({ ...captures, workflowId: (await failed())[0] ?? '' });
    await expect.poll(outcomes).toEqual(['integrated']);
    expect(asking()).toHaveLength(1);

    // So it is when the capture failed before anything was written.
    refusing.add('ImageSummaryResult');
    const shown = discord.say({ by: 'Ben', text: 'Where is it?', files: [{ name: 'map.png', ...png }] });
    discord.say({ by: 'Maya', team: true, text: 'In the old hall.', replyTo: shown.id });
    await discord.until(() => asking().length === 2, 'the team is asked again');
    const on = asking()[1]?.id ?? '';
    await press(on, /learning this/);
    await expect.poll(failed).toHaveLength(1);
    refusing.clear();
    await retryCapture({ ...captures, workflowId: (await failed())[0] ?? '' });
    await expect.poll(outcomes).toEqual(['integrated', 'integrated']);
    expect(asking()).toHaveLength(2);
    await discord.until(() => asking()[1]?.content.includes('-# ') === true, 'the post says so');
    expect(await storage.library.rawEntries()).toHaveLength(2);
    expect(await failed()).toEqual([]);
  });
});
