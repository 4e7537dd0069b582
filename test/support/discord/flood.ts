import { openDiscordSteward } from './discord-steward.ts';
import { openTestDiscord } from './scene.ts';
import type { TestDiscord } from './test-discord.ts';
import { agreeable } from '../provider/agreeable.ts';
import { startScriptedProvider } from '../provider/scripted-provider.ts';

export const floodChannels = Array.from({ length: 12 }, (_, at) => `flood-${at}`);
const channels = Object.fromEntries(['help', ...floodChannels].map((name) => [name, {}]));

export async function openForFlood(budget: object) {
  const discord = await openTestDiscord({ channels: floodChannels });
  const model = await startScriptedProvider({ script: agreeable, milliseconds: 300 });
  await openDiscordSteward(discord, { model, channels, settings: { budget } });
  return discord;
}

export const askDirectly = (discord: TestDiscord, by: string, channel: string, number: number): string =>
  discord.say({
    by,
    in: channel,
    text: `<@${discord.world.bot.id}> How do I set the port of part ${number}?`,
  }).id;

/** What Steward wrote to a message: in its thread, or in reply to it. */
export const answersTo = (discord: TestDiscord, id: string, channel: string) => [
  ...discord.postsIn(id),
  ...discord.postsIn(discord.channelId(channel)).filter(({ message_reference: to }) => to?.message_id === id),
];
