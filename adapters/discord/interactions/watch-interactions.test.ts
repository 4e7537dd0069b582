import { expect, it, onTestFinished } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import { textsFor } from '../../../config/texts-for.ts';
import type { InteractionHandlers } from '../../../domain/ports/interactions.ts';
import { connectDiscord } from '../../../test/support/discord/connect-discord.ts';
import { invalidForm } from '../emulator/rest/rest-request.ts';
import { startTestDiscord } from '../../../test/support/discord/test-discord.ts';

async function open(shown = 'Here you are.') {
  const discord = await startTestDiscord();
  onTestFinished(() => {
    discord.close();
    expect(discord.violations).toEqual([]);
  });
  const handlers: InteractionHandlers = {
    handle: async () => ({ text: shown }),
    draft: async () => null,
  };
  const texts = textsFor(configSchema.parse({}))(null).desk;
  await connectDiscord(discord, { interactions: { handlers, texts, teamChannelId: null } });
  return discord;
}

it('answers a command with the id of the application, which may differ from that of the bot', async () => {
  const discord = await open();
  const { text } = discord.interactions.command({ by: 'Anna', name: 'steward', sub: 'page' });
  await discord.until(() => text().includes('Here you are.'), 'the answer');
  const { path } = discord.requests.find(({ method }) => method === 'PATCH') ?? { path: '' };
  expect(path).toMatch(/^\/webhooks\/\d+\//u);
  expect(path).not.toContain(discord.world.bot.id);
});

it('shows the beginning of a long answer where Discord refuses the rest', async () => {
  const discord = await open('A line of many.\n'.repeat(300));
  discord.fail('PATCH', /^\/webhooks\//u, invalidForm('embeds', 'BASE_TYPE_BAD_LENGTH'));
  const { text } = discord.interactions.command({ by: 'Anna', name: 'steward', sub: 'page' });
  await discord.until(() => text().includes('A line of many.'), 'the answer');
  expect(text()).toMatch(/^(?:A line of many\.\n){100,}/u);
  expect(text().length).toBeLessThanOrEqual(2_000);
});
