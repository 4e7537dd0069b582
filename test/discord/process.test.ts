import { describe, expect, it } from 'vitest';
import { openFakeDiscord, openStore, prepare, spawnDiscordWorker } from '../support/discord-steward.ts';
import { agreeable, startScriptedModel } from '../support/scripted-model.ts';
import { kill } from '../support/steward.ts';

describe('`steward worker` with a Discord token', () => {
  it('killed between posting and recording leaves one answer, though Discord forgot the nonce', async () => {
    const discord = await openFakeDiscord();
    const model = await startScriptedModel(agreeable);
    const setting = await prepare(discord, { model });
    const first = spawnDiscordWorker(setting, discord.token);
    await first.says('steward_started');
    await setting.indexDocuments();
    discord.fail('POST', /messages$/, 'hang after');
    const question = discord.say({ by: 'Anna', text: 'How do I set the port?' });
    await discord.until(() => discord.postsIn(question.id).length === 1, 'the answer is posted');
    await kill(first.process);
    discord.forgetNonces();
    const second = spawnDiscordWorker(setting, discord.token);
    await second.says('reply_posted');
    const [answer, ...more] = discord.postsIn(question.id);
    expect(more).toEqual([]);
    const row = await openStore(setting.config).records.interaction(question.id);
    expect(row).toMatchObject({ status: 'answered', postedMessageIds: [answer?.id] });
  });

  it('leaves Discord to the one that listens already, and says who that is', async () => {
    const discord = await openFakeDiscord();
    const model = await startScriptedModel(agreeable);
    const setting = await prepare(discord, { model });
    const first = spawnDiscordWorker(setting, discord.token);
    await first.says('steward_started');
    const second = spawnDiscordWorker(setting, discord.token);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(
      `Another Steward listens to Discord already: process ${first.process.pid} on `,
    );
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
  });

  it.each([
    ['a wrong token', { token: 'wrong' }, /^Discord does not accept the token\. .*"Reset Token".*\n$/],
    [
      'a switch that is off',
      { contentIsAllowed: false },
      /^Discord does not let Steward .*"Message Content Intent".*\n$/,
    ],
    [
      'an unknown channel',
      { channels: { hlep: {} } },
      /^discord\.channels lists hlep, .* help, lounge, staff, ideas\.\n$/,
    ],
  ])('says one sentence about %s, and that starting again is no use', async (_, given, sentence) => {
    const { token, contentIsAllowed, channels } = {
      token: null,
      contentIsAllowed: true,
      channels: { help: {} },
      ...given,
    };
    const discord = await openFakeDiscord({ contentIsAllowed });
    const model = await startScriptedModel(agreeable);
    const worker = spawnDiscordWorker(await prepare(discord, { model, channels }), token ?? discord.token);
    expect(await worker.ended).toBe(2);
    const plain = worker
      .output()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    expect(plain.join('\n')).toMatch(sentence);
  });
});

describe('the commands for Discord', () => {
  it('print the invite link with the needed permissions alone, and what is good', async () => {
    const discord = await openFakeDiscord();
    const model = await startScriptedModel(agreeable);
    const setting = await prepare(discord, { model });
    const invite = spawnDiscordWorker(setting, discord.token, ['discord', 'invite']);
    expect(await invite.ended).toBe(0);
    const { id } = discord.world.bot;
    const query = `client_id=${id}&scope=bot&permissions=${permissions}`;
    expect(invite.output()).toBe(`https://discord.com/oauth2/authorize?${query}\n`);
    const doctor = spawnDiscordWorker(setting, discord.token, ['doctor']);
    await doctor.ended;
    expect(doctor.output()).toContain(
      'ok       Discord: the token is good, and Steward has its permissions in 2 channel(s)\n',
    );
  });
});

/** Add Reactions 2^6, View Channels 2^10, Send Messages 2^11, Read Message History 2^16, Create Public Threads 2^35, Send in Threads 2^38. */
const permissions = 2 ** 6 + 2 ** 10 + 2 ** 11 + 2 ** 16 + 2 ** 35 + 2 ** 38;
