import { expect, it, onTestFinished, vi } from 'vitest';
import { openEmulated } from '../../test/support/discord/emulated.ts';
import { askDiscord, type DiscordQuestions } from './ask-discord.ts';
import { createPrompting } from './prompting.ts';
import { tokenVariable } from './setup-files.ts';

const nothing: DiscordQuestions = { guild: [], channel: [] };

const asked = async (options: Partial<DiscordQuestions>) =>
  askDiscord({ ...nothing, ...options }, createPrompting(false));

it('keeps what options say about a server whose token is still to come', async () => {
  const options = { guild: ['123456789012345678'], channel: ['questions'] };
  expect(await asked(options)).toMatchObject({
    discordToken: null,
    guildIds: options.guild,
    channels: options.channel,
  });
});

async function withDiscord(token?: string) {
  const discord = await openEmulated();
  vi.stubEnv(tokenVariable, token ?? discord.token);
  vi.stubEnv('STEWARD__DISCORD__API_URL', discord.apiUrl);
  onTestFinished(() => void vi.unstubAllEnvs());
  return discord;
}

it('takes the token from the environment, and refuses an id that is none', async () => {
  const { token } = await withDiscord();
  expect(await asked({ channel: ['#questions'] })).toMatchObject({
    discordToken: token,
    channels: ['questions'],
  });
  await expect(asked({ guild: ['abc'] })).rejects.toThrow('"abc" is no id');
});

it('refuses a token that Discord refuses, and a channel that is not on the server', async () => {
  const { world } = await withDiscord();
  const guild = [world.guildId];
  await expect(asked({ guild, channel: ['hlep'] })).rejects.toThrow(/lists hlep, .* It sees: help/u);
  expect(await asked({ guild, channel: ['help'] })).toMatchObject({ channels: ['help'] });
  await withDiscord('not.the.token');
  await expect(asked({})).rejects.toThrow(/token/u);
});

it('takes what cannot be looked up: where Discord is away, and before Steward is on the server', async () => {
  await withDiscord();
  expect(await asked({ guild: ['123456789012345678'], channel: ['hlep'] })).toMatchObject({
    channels: ['hlep'],
  });
  vi.stubEnv('STEWARD__DISCORD__API_URL', 'http://127.0.0.1:9');
  expect(await asked({ channel: ['hlep'] })).toMatchObject({ channels: ['hlep'] });
});
