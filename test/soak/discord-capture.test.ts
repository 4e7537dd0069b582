import { expect, it } from 'vitest';
import { workflowIds } from '../../workflows/contract/names.ts';
import { openTestStore, spawnDiscordWorker } from '../support/discord/discord-steward.ts';
import { openTestDiscord, prepare } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { kill } from '../support/steward.ts';
import { testClient } from '../support/temporal.ts';

const pairCount = 6;
const dyingPair = 3;

/** Nothing comes back for one pair, so that the worker dies with half of them learned. */
const stuck: Script = (call) =>
  call.decision === 'ClassificationResult' && JSON.stringify(call.sections).includes(`option ${dyingPair}`)
    ? 'hang'
    : agreeable(call);

it('`discord capture` goes on after the worker was killed in the middle, and has each pair once', async () => {
  const discord = await openTestDiscord();
  const questions = Array.from({ length: pairCount }, (_, at) => {
    const question = discord.say({ by: `Member ${at}`, text: `How do I set option ${at}?` });
    discord.say({ by: `Maya ${at}`, team: true, text: `With key ${at}.`, replyTo: question.id });
    return question.content;
  });
  const model = await startScriptedModel(stuck);
  const setting = await prepare(discord, { model });
  const { library } = await openTestStore(setting.config);
  const since = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const command = ['discord', 'capture', '--channel', 'help', '--since', since, '--yes'];
  const capture = () => spawnDiscordWorker(setting, discord.token, command);
  const questionsCaptured = async () =>
    (await library.rawEntries()).map(({ turns }) => turns.find(({ label }) => label === 'User')?.text);

  const first = spawnDiscordWorker(setting, discord.token);
  await first.says('steward_started');
  const dying = model.reached('ClassificationResult');
  const capturing = capture();
  await dying;
  await expect.poll(questionsCaptured).toEqual(questions.slice(0, dyingPair + 1));
  await kill(first.process);
  model.follow(agreeable);
  const second = spawnDiscordWorker(setting, discord.token);
  await second.says('steward_started');
  expect(await capturing.ended).toBe(0);
  expect(capturing.output()).toContain(`${pairCount} conversations captured, 0 failed.\n`);
  expect(await questionsCaptured()).toEqual(questions);

  const again = capture();
  expect(await again.ended).toBe(0);
  expect(again.output()).toContain(' 0 conversations that the team answered and Steward has not seen');
  expect(await questionsCaptured()).toEqual(questions);
  const run = (await testClient()).workflow.getHandle(
    workflowIds(setting.config.temporal.task_queue).captureHistory({ channelId: discord.channelId('help') }),
  );
  expect((await run.describe()).status.name).toBe('COMPLETED');
}, 180_000);
