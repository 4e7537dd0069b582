import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { QuestionInput, ReviewResult } from '../../workflows/contract/reply.ts';
import { openTestStore, spawnDiscordWorker } from '../support/discord/discord-steward.ts';
import { openTestDiscord, prepare } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { kill } from '../support/steward.ts';
import { testClient } from '../support/temporal.ts';

describe('an answer that waits for the team', () => {
  it('outlives a killed worker: one draft, posted once when it is accepted; a later one expires', async () => {
    const discord = await openTestDiscord();
    const { interactions } = discord;
    const team = discord.channelId('staff');
    const setting = await prepare(discord, {
      model: await startScriptedModel(agreeable),
      channels: { help: { preview: true } },
      settings: { discord: { team_channel_id: team } },
    });
    const first = spawnDiscordWorker(setting, discord.token);
    await first.says('steward_started');
    await setting.indexDocuments();
    const drafts = () => discord.postsIn(team);
    const accepted = discord.say({ by: 'Anna', text: 'How do I set the port?' });
    await discord.until(() => drafts().length === 1, 'a draft');
    await kill(first.process);

    const second = spawnDiscordWorker(setting, discord.token);
    await second.says('steward_started');
    const on = drafts()[0]?.id ?? '';
    const pressed = interactions.press({ by: 'Mo', moderates: true, on, button: ':accept:' });
    await discord.until(() => /Accepted/.test(pressed.text()), 'it is accepted');
    await discord.until(() => discord.postsIn(accepted.id).length > 0, 'the answer');
    await discord.until(() => drafts()[0]?.content.includes('-# Accepted. <@') === true, 'it says by whom');
    expect(drafts()[0]?.content).toContain('\n> How do I set the port?\n');
    // Late attempts would post again now.
    await sleep(1_000);
    expect(discord.postsIn(accepted.id)).toHaveLength(1);
    expect(drafts()).toHaveLength(1);

    const expiring = discord.say({ by: 'Ben', text: 'How do I set the port back?' });
    await discord.until(() => drafts().length === 2, 'another draft');
    // A second look at the same draft, which nobody waits for as long as the first does.
    const input: QuestionInput = { messageId: expiring.id, timings: { longestReview: 100 } };
    const { workflow } = await testClient();
    const result = (await workflow.execute('reviewWorkflow', {
      workflowId: `test/${randomUUID()}`,
      taskQueue: setting.config.temporal.task_queue,
      args: [input],
    })) as ReviewResult;
    expect(result).toMatchObject({ outcome: 'expired', status: 'skipped', reason: 'review_expired' });
    const late = { by: 'Maya', team: true } as const;
    expect(() => interactions.press({ ...late, on: drafts()[1]?.id ?? '', button: ':accept:' })).toThrow(
      'no button',
    );
    expect(discord.postsIn(expiring.id)).toEqual([]);
    const { records } = await openTestStore(setting.config);
    await expect.poll(() => records.replyRecord(expiring.id)).toMatchObject({ reason: 'review_expired' });
  });
});
