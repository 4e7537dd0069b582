import { expect, it } from 'vitest';
import { configSchema } from '../../../../config/schema.ts';
import { Secret } from '../../../../config/secret.ts';
import { openTestDiscord } from '../../../../test/support/discord/scene.ts';
import { checkDiscord } from './check-discord.ts';

/** What doctor finds on a Discord with these channels in the config. */
async function checked(channels: Readonly<Record<string, object>>) {
  const { token, apiUrl, world } = await openTestDiscord();
  const discord = { token: new Secret(token), api_url: apiUrl, guild_ids: [world.guildId], channels };
  return checkDiscord(configSchema.parse({ discord }));
}

it('warns of a channel that not everyone can read and from which Steward learns all the same', async () => {
  expect(await checked({ help: {}, staff: { capture: true } })).toEqual([
    { severity: 'ok', message: expect.stringContaining('its permissions in 2 channel(s)') },
    { severity: 'warning', message: expect.stringMatching(/^Steward learns from #staff, which @everyone/u) },
  ]);
  const silent = await checked({ help: {}, staff: {} });
  expect(silent.map(({ severity }) => severity)).toEqual(['ok']);
});

it('names every channel of the config that Discord does not have', async () => {
  const found = await checked({ help: {}, missing: {}, gone: {} });
  expect(found.map(({ severity }) => severity)).toEqual(['problem', 'problem']);
  expect(found.map(({ message }) => message).join('\n')).toMatch(/missing[^]*gone/u);
});
