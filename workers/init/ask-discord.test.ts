import { expect, it, onTestFinished } from 'vitest';
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

it('takes the token from the environment, and refuses an id that is none', async () => {
  process.env[tokenVariable] = 'a.token';
  onTestFinished(() => void delete process.env[tokenVariable]);
  expect(await asked({ channel: ['#questions'] })).toMatchObject({
    discordToken: 'a.token',
    channels: ['questions'],
  });
  await expect(asked({ guild: ['abc'] })).rejects.toThrow('"abc" is no id');
});
