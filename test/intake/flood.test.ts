import { describe, expect, it } from 'vitest';
import { openDiscordSteward } from '../support/discord/discord-steward.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import type { TestDiscord } from '../support/discord/test-discord.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedProvider } from '../support/provider/scripted-provider.ts';

const tooOften = /too many questions for me/u;
const floodChannels = Array.from({ length: 12 }, (_, at) => `flood-${at}`);
const channels = Object.fromEntries(['help', ...floodChannels].map((name) => [name, {}]));

async function open(budget: object) {
  const discord = await openTestDiscord({ channels: floodChannels });
  const model = await startScriptedProvider({ script: agreeable, milliseconds: 300 });
  await openDiscordSteward(discord, { model, channels, settings: { budget } });
  return discord;
}

const ask = (discord: TestDiscord, by: string, channel: string, number: number): string =>
  discord.say({
    by,
    in: channel,
    text: `<@${discord.world.bot.id}> How do I set the port of part ${number}?`,
  }).id;

/** What Steward wrote to a message: in its thread, or in reply to it. */
const answersTo = (discord: TestDiscord, id: string, channel: string) => [
  ...discord.postsIn(id),
  ...discord.postsIn(discord.channelId(channel)).filter(({ message_reference: to }) => to?.message_id === id),
];

describe('a flood of direct questions', () => {
  it('of one member ends with a sentence at the limit, and others are answered', async () => {
    const discord = await open({ direct_per_member_per_hour: 3 });
    const asked = floodChannels
      .slice(0, 5)
      .map((channel, at) => ({ channel, id: ask(discord, 'Flo', channel, at) }));
    const texts = () =>
      asked.flatMap(({ id, channel }) => answersTo(discord, id, channel).map(({ content }) => content));
    await discord.until(() => texts().length === 5, 'each has its answer or the sentence');
    expect(texts().filter((text) => tooOften.test(text))).toHaveLength(2);
    const other = ask(discord, 'Anna', 'help', 99);
    await discord.until(() => answersTo(discord, other, 'help').length > 0, 'the other member is answered');
    expect(answersTo(discord, other, 'help')[0]?.content).not.toMatch(tooOften);
  });

  it.each([
    ['a channel', { direct_per_channel_per_hour: 2 }, ['help', 'help', 'help', floodChannels[0] ?? ''], 1],
    ['a server', { direct_per_guild_per_hour: 2 }, ['help', 'help', ...floodChannels.slice(0, 2)], 2],
  ])('of many members in %s ends with the same sentence', async (_, budget, where, refusals) => {
    const discord = await open(budget);
    const asked = where.map((channel, at) => ({ channel, id: ask(discord, `Member ${at}`, channel, at) }));
    const texts = () =>
      asked.flatMap(({ id, channel }) => answersTo(discord, id, channel).map(({ content }) => content));
    await discord.until(() => texts().length === where.length, 'each has its answer or the sentence');
    expect(texts().filter((text) => tooOften.test(text))).toHaveLength(refusals);
  });

  it('of one member delays the answers of others by no more than twice', async () => {
    const discord = await open({});
    let number = 0;
    const seconds = async () => {
      const began = performance.now();
      const id = ask(discord, `Quiet ${(number += 1)}`, 'help', number);
      await discord.until(() => answersTo(discord, id, 'help').length > 0, 'a quiet member is answered');
      return (performance.now() - began) / 1_000;
    };
    const middle = async () => {
      const taken = [await seconds(), await seconds(), await seconds(), await seconds(), await seconds()];
      return taken.toSorted((a, b) => a - b)[2] ?? 0;
    };
    const before = await middle();
    const flooding = setInterval(() => {
      for (const channel of floodChannels.slice(0, 6)) ask(discord, 'Flo', channel, (number += 1));
    }, 1_000);
    // Until the limit is reached, every message of the flood is answered.
    const flooded = await middle().finally(() => clearInterval(flooding));
    // The machine may have become busier with other work.
    const quiet = Math.max(before, await middle());
    console.log(`answered in ${quiet.toFixed(2)} s, and in ${flooded.toFixed(2)} s beside a flood`);
    expect(flooded).toBeLessThanOrEqual(2 * quiet);
  });
});
