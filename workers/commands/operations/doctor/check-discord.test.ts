import { expect, it } from 'vitest';
import { configSchema } from '../../../../config/schema.ts';
import { Secret } from '../../../../config/secret.ts';
import { guildPayload } from '../../../../adapters/discord/emulator/gateway/guild-payload.ts';
import { openTestDiscord } from '../../../../test/support/discord/scene.ts';
import type { TestDiscord } from '../../../../test/support/discord/test-discord.ts';
import { checkDiscord } from './check-discord.ts';

/** What doctor finds on a Discord with these channels in the config. */
async function checked(
  channels: Readonly<Record<string, object>>,
  prepare: (discord: TestDiscord) => void = () => {},
) {
  const opened = await openTestDiscord();
  prepare(opened);
  const { token, apiUrl, world } = opened;
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

it.each([
  ['a list of channels', /channels$/u, {}, /^Discord's answer for the server \d+ has no usable content\.$/u],
  ['its application', /applications\/@me$/u, {}, /the application has no usable id, flags/u],
])('says that an answer of Discord lacks %s', async (_, path, body, sentence) => {
  const failed = await checked({ help: {} }, (discord) =>
    discord.fail('GET', path, { status: 200, body }),
  ).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 'discord_unreadable', message: expect.stringMatching(sentence) });
});

it.each([
  ['passes where there is no Discord', {}, 'ok'],
  ['warns where channels are listed', { channels: { help: {} } }, 'warning'],
  ['warns where a server is named', { guild_ids: ['123456789012345678'] }, 'warning'],
])('without a token it %s, and names the roles that answer over HTTP', async (_, discord, severity) => {
  expect(await checkDiscord(configSchema.parse({ discord, http: { port: 8787 } }))).toEqual([
    { severity, message: expect.stringContaining('--role reply,library') },
  ]);
});

it.each([
  [7_999, false],
  [8_000, true],
])('of servers with %i members it tells that Discord reviews the intent: %s', async (count, isTold) => {
  const results = await checked({ help: {} }, (discord) => {
    const body = { ...guildPayload(discord.world), approximate_member_count: count };
    discord.fail('GET', /guilds\/\d+$/u, { status: 200, body });
  });
  expect(results.some(({ message }) => message.includes('Above 10,000 users'))).toBe(isTold);
});
