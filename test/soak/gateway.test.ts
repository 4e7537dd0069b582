import { expect, it } from 'vitest';
import { spawnDiscordWorker } from '../support/discord/discord-steward.ts';
import { openTestDiscord, prepare } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';

it('of two installs with one token one answers, also when the first was frozen and is back', async () => {
  const discord = await openTestDiscord();
  const model = await startScriptedModel(agreeable);
  const [mine, theirs] = [await prepare(discord, { model }), await prepare(discord, { model })];
  const first = spawnDiscordWorker(mine, discord.token);
  await first.says('steward_started');
  await mine.indexDocuments();

  const refused = spawnDiscordWorker(theirs, discord.token);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(
    `Another Steward listens to Discord with this token already: process ${first.process.pid} on `,
  );

  first.process.kill('SIGSTOP');
  const second = spawnDiscordWorker(theirs, discord.token);
  await second.says('steward_started');
  await theirs.indexDocuments();
  const asked = discord.say({ by: 'Anna', text: 'How do I set the port?' });
  await discord.until(() => discord.postsIn(asked.id).length > 0, 'the second one answers');
  // What the frozen one would hand in stands in its connection by now, and Discord no longer knows the nonces.
  discord.forgetNonces();
  first.process.kill('SIGCONT');
  expect(await first.ended).toBe(1);
  expect(first.output()).toContain(`process ${second.process.pid} on `);
  const late = discord.say({ by: 'Ben', text: 'How do I set the port?' });
  await discord.until(() => discord.postsIn(late.id).length > 0, 'the second one goes on');
  expect([asked, late].map(({ id }) => discord.postsIn(id).length)).toEqual([1, 1]);
});
