import { expect, it } from 'vitest';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { openTestStore, spawnDiscordWorker } from '../support/discord/discord-steward.ts';
import { openTestDiscord, prepare } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { kill } from '../support/steward.ts';
import { testClient } from '../support/temporal.ts';

it('makes good for an absence: answers what is asked, learns what the team said, tells the team of the rest', async () => {
  const discord = await openTestDiscord();
  const model = await startScriptedModel(agreeable);
  const team = discord.channelId('staff');
  const settings = { discord: { team_channel_id: team, catch_up_max_age_hours: 24 } };
  const setting = await prepare(discord, { model, settings });
  const { records, library } = await openTestStore(setting.config);
  // Steward began two days ago, and was gone since.
  await records.beginning(discord.channelId('help'), snowflakeAt(new Date(Date.now() - 48 * 3_600_000)));
  discord.say({ by: 'Gus', text: 'How do I set the host?', hoursAgo: 30 });
  const old = discord.say({ by: 'Ben', text: 'How do I set the port?', hoursAgo: 13 });
  const answered = discord.say({ by: 'Chloe', text: 'When is the party?', hoursAgo: 5 });
  discord.say({ by: 'Maya', team: true, text: 'On Friday.', replyTo: answered.id, hoursAgo: 4.9 });
  const two = [3, 2].map((hoursAgo) =>
    discord.say({ by: 'Anna', text: `How do I set the port ${hoursAgo}?`, hoursAgo }),
  );
  // Two questions at once to Steward, which live had been two windows.
  const asks = (text: string, secondsAgo: number) =>
    discord.say({ by: 'Fay', text: `<@${discord.world.bot.id}> ${text}`, hoursAgo: secondsAgo / 3_600 });
  const apart = [asks('How do I set the port?', 1_008), asks('How do I set the port in a file?', 1_000)];
  // The documents are there before anybody listens to Discord.
  const librarian = spawnDiscordWorker(setting, discord.token, ['worker', '--role', 'library']);
  await librarian.says('steward_started');
  await setting.indexDocuments();
  await kill(librarian.process);
  const first = spawnDiscordWorker(setting, discord.token);
  await first.says('steward_started');
  await discord.until(() => two.every(({ id }) => discord.postsIn(id).length === 1), 'both are answered');
  await discord.until(() => apart.every(({ id }) => discord.postsIn(id).length === 1), 'both of these, too');
  await expect.poll(() => library.rawEntries()).toHaveLength(1);
  for (const { id } of [old, answered]) expect(discord.world.threads.has(id)).toBe(false);
  expect(await records.routingOf([old.id])).toMatchObject([{ state: 'ignored', reason: 'too_old' }]);

  // Once and not again, whatever looks, and however often Steward is started.
  const client = await testClient();
  const { task_queue: taskQueue } = setting.config.temporal;
  const look = (name: string) =>
    client.workflow.execute('noticesWorkflow', { taskQueue, workflowId: `${taskQueue}/${name}` });
  const notices = () =>
    discord.postsIn(team).filter(({ content }) => content.includes('discord.catch_up_max_age_hours'));
  await look('first');
  expect(notices()).toHaveLength(1);
  expect(notices()[0]?.content).toContain(`<#${discord.channelId('help')}>`);

  const dying = discord.say({ by: 'Dev', text: 'How do I set the port now?' });
  await kill(first.process);
  const meanwhile = discord.say({ by: 'Erin', text: 'How do I set the port then?' });
  const second = spawnDiscordWorker(setting, discord.token);
  await second.says('steward_started');
  const asked = [dying, meanwhile, ...two];
  await discord.until(() => asked.every(({ id }) => discord.postsIn(id).length > 0), 'all are answered');
  await discord.until(() => second.output().split('reply_posted').length > 2, 'both replies have ended');
  expect(asked.map(({ id }) => discord.postsIn(id).length)).toEqual([1, 1, 1, 1]);
  expect(await library.rawEntries()).toHaveLength(1);
  await look('second');
  expect(notices()).toHaveLength(1);
});
