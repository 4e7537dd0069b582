import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayDispatchEvents } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { openTestStore, spawnDiscordWorker } from '../support/discord/discord-steward.ts';
import { openTestDiscord, prepare } from '../support/discord/scene.ts';
import { addMessage, inGuild } from '../../adapters/discord/emulator/world/messages.ts';
import { applicationIdOf } from '../../adapters/discord/emulator/world/world.ts';
import { refused } from '../../adapters/discord/emulator/rest/rest-request.ts';
import { png } from '../support/values/png.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { kill } from '../support/steward.ts';

const imagePath = /^\/attachments\//;

describe('`steward worker` with a Discord token', () => {
  it('killed in the middle leaves one answer each, has links to images renewed, and its buttons go on', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    const setting = await prepare(discord, {
      model,
      settings: {
        ai_response: {
          llm_enable_image: true,
          // The Discord of the test, whose files are not tried again by the step itself.
          attachment_hosts: ['127.0.0.1'],
          image_download_max_retries: 0,
        },
        pages: { allow_hosts: ['127.0.0.1'] },
      },
    });
    const { records } = await openTestStore(setting.config);
    const first = spawnDiscordWorker(setting, discord.token);
    await first.says('steward_started');
    await setting.indexDocuments();
    const answersTo = (id: string) => discord.postsIn(id).length;
    const rowOf = (id: string) => records.replyRecord(id);
    const withImage = (by: string) =>
      discord.say({ by, text: 'What does this mean?', files: [{ name: 'screen.png', ...png }] }).id;
    const reads = () => discord.requests.filter(({ path }) => path.startsWith('/attachments/')).length;

    discord.fail('POST', /messages$/, 'hang after');
    const question = discord.say({ by: 'Anna', text: 'How do I set the port?' });
    await discord.until(() => answersTo(question.id) === 1, 'the answer is posted');
    discord.fail('GET', imagePath, 'hang after');
    const interrupted = withImage('Ben');
    await discord.until(() => reads() === 1, 'the image is asked for');
    await kill(first.process);
    // A later process cannot rely on what Discord remembers of the one that died.
    discord.forgetNonces();
    discord.expireLinks();
    const second = spawnDiscordWorker(setting, discord.token);
    await second.says('reply_posted');
    await discord.until(() => answersTo(interrupted) === 1, 'an answer that has seen the image');
    expect(reads()).toBe(3);
    const image = `data:image/png;base64,${png.bytes.toString('base64')}`;
    expect(model.calls.flatMap(({ images }) => images)).toContain(image);

    const on = discord.postsIn(question.id).at(-1)?.id ?? '';
    const pressed = discord.interactions.press({ by: 'Ben', on, button: ':helpful:' });
    await discord.until(() => /Thank you/.test(pressed.text()), 'the vote is taken');

    // Without a death: the link expires while the image is fetched, and another one does not work even when it is fresh.
    discord.fail('GET', imagePath, { slowMilliseconds: 500 });
    const slow = withImage('Chloe');
    await discord.until(() => reads() === 4, 'the image is asked for');
    discord.expireLinks();
    await discord.until(() => answersTo(slow) === 1, 'an answer with the fresh link');
    expect(reads()).toBe(5);
    discord.fail('GET', imagePath, refused(404, 0, 'This content is no longer available.'), 2);
    const unreachable = withImage('Dev');
    await expect
      .poll(() => rowOf(unreachable))
      .toMatchObject({ status: 'failed', reason: 'attachment_link_expired' });
    expect(discord.world.threads.has(unreachable)).toBe(false);

    expect(await rowOf(question.id)).toMatchObject({ status: 'answered', postedMessageIds: [on] });
    for (const id of [question.id, interrupted, slow]) expect(answersTo(id)).toBe(1);
  });

  it('outlives what discord.js cannot read, in every role, and answers a question that came that way', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    const setting = await prepare(discord, { model });
    const worker = spawnDiscordWorker(setting, discord.token);
    await worker.says('steward_started');
    await setting.indexDocuments();
    const { world, gateway } = discord;
    gateway.send(GatewayDispatchEvents.GuildRoleUpdate, { guild_id: world.guildId });
    // A forward whose copy has no list of components.
    const original = discord.say({ by: 'Anna', text: 'How do I set the port?', in: 'lounge' });
    const { id: _, ...copy } = original;
    const forward = addMessage(world, {
      author: discord.person('Ben').user,
      channelId: discord.channelId('help'),
      content: '',
    });
    Object.assign(forward, { message_snapshots: [{ message: { ...copy, components: null } }] });
    gateway.send(GatewayDispatchEvents.MessageCreate, inGuild(world, forward));
    const asked = discord.say({ by: 'Chloe', text: 'How do I set the port?' });
    for (const id of [forward.id, asked.id])
      await discord.until(() => discord.postsIn(id).length > 0, `${id} is answered`);
    expect(worker.output().split('discord.packet_unreadable')).toHaveLength(3);
    expect(worker.process.exitCode).toBeNull();
  });

  it('leaves Discord to the one that listens already, and says who that is', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    const setting = await prepare(discord, { model });
    const first = spawnDiscordWorker(setting, discord.token);
    await first.says('steward_started');
    const second = spawnDiscordWorker(setting, discord.token);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(
      `Another Steward listens to Discord with this token already: process ${first.process.pid} on `,
    );
    // As npm and the launcher pass on what the whole group gets.
    for (const milliseconds of [0, 50, 100]) {
      await sleep(milliseconds);
      first.process.kill('SIGTERM');
    }
    expect(await first.ended).toBe(0);
    const third = spawnDiscordWorker(setting, discord.token);
    await third.says('steward_started');
  });

  it.each([
    ['a wrong token', { token: 'wrong' }, /^Discord does not accept the token\. .*"Reset Token"/],
    [
      'a switch that is off',
      { contentIsAllowed: false },
      /^Discord does not let Steward .*"Message Content Intent"/,
    ],
    [
      'an unknown channel',
      { channels: { hlep: {} } },
      /^discord\.channels lists hlep, .* help, lounge, staff, ideas\.$/,
    ],
  ])('says one sentence about %s, and that starting again is no use', async (_, given, sentence) => {
    const { token, contentIsAllowed, channels } = {
      token: null,
      contentIsAllowed: true,
      channels: { help: {} },
      ...given,
    };
    const discord = await openTestDiscord({ contentIsAllowed });
    const model = await startScriptedModel(agreeable);
    const worker = spawnDiscordWorker(await prepare(discord, { model, channels }), token ?? discord.token);
    expect(await worker.ended).toBe(2);
    const [lastLine = '{}'] = worker.output().trim().split('\n').slice(-1);
    const { msg, reason } = JSON.parse(lastLine) as Record<string, string>;
    expect([msg, reason]).toEqual(['steward_ended', expect.stringMatching(sentence)]);
  });
});

describe('the commands for Discord', () => {
  it('print the invite link with the needed permissions alone, and what is good', async () => {
    const discord = await openTestDiscord();
    const model = await startScriptedModel(agreeable);
    const setting = await prepare(discord, { model });
    const invite = spawnDiscordWorker(setting, discord.token, ['discord', 'invite']);
    expect(await invite.ended).toBe(0);
    const id = applicationIdOf(discord.world);
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
