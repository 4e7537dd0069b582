import { expect, it } from 'vitest';
import { askDiscord, type DiscordQuestions } from './ask-discord.ts';
import { createPrompting } from './prompting.ts';

const nothing: DiscordQuestions = { guild: [], channel: [], teamRole: [], preview: false, skipTests: true };
const guild = ['123456789012345678'];

const asked = async (options: Partial<DiscordQuestions>) =>
  askDiscord({ ...nothing, ...options }, createPrompting({ asks: false, say: () => {} }));

it('keeps what options say about a server whose token is still to come', async () => {
  const teamChannel = '345678901234567890';
  const options = { guild, channel: ['#questions'], teamRole: ['234567890123456789'], teamChannel };
  expect(await asked({ ...options, preview: true })).toMatchObject({
    discordToken: null,
    guildIds: guild,
    channels: ['questions'],
    teamRoleIds: options.teamRole,
    teamChannelId: teamChannel,
    preview: true,
  });
});

it('asks for no server without a token', async () => {
  expect(await asked({})).toMatchObject({ discordToken: null, guildIds: [] });
});

it.each([
  [{ guild: ['abc'] }, /"abc" is no id/u],
  [{ channel: ['help'] }, /give its id with --guild/u],
  [{ preview: true }, /give its id with --guild/u],
  [{ guild, preview: true }, /give its id with --team-channel/u],
  [{ discordToken: 'a.token', channel: ['help'] }, /give its id with --guild/u],
] as const)('refuses %j instead of dropping it', async (options, reason) => {
  await expect(asked(options)).rejects.toThrow(reason);
});

it('begins from what was set up before', async () => {
  const former = {
    discordToken: 'a.token',
    guildIds: guild,
    channels: ['help', 'bugs'],
    preview: true,
    teamRoleIds: [],
    teamChannelId: '',
  };
  const asking = createPrompting({ asks: false, say: () => {} });
  const options = { ...nothing, teamChannel: '345678901234567890' };
  expect(await askDiscord(options, asking, former)).toMatchObject({
    ...former,
    teamChannelId: '345678901234567890',
  });
});

it('leaves what was set up before as it is where it asks for nothing', async () => {
  const former = {
    discordToken: null,
    guildIds: [],
    channels: ['questions'],
    preview: true,
    teamRoleIds: ['234567890123456789'],
    teamChannelId: '345678901234567890',
  };
  const asking = createPrompting({ asks: false, say: () => {} });
  const setup = { ...former, model: 'former' };
  const kept = await askDiscord(nothing, asking, setup);
  expect(kept).toMatchObject(former);
  // The other answers of a setup are not Discord's to give.
  expect(kept).not.toHaveProperty('model');
});
