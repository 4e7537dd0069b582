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
