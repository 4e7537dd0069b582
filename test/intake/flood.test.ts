import { describe, expect, it } from 'vitest';
import { answersTo, askDirectly, floodChannels, openForFlood } from '../support/discord/flood.ts';

const tooOften = /too many questions for me/u;

describe('a flood of direct questions', () => {
  it('of one member ends with a sentence at the limit, and others are answered', async () => {
    const discord = await openForFlood({ direct_per_member_per_hour: 3 });
    const asked = floodChannels
      .slice(0, 5)
      .map((channel, at) => ({ channel, id: askDirectly(discord, 'Flo', channel, at) }));
    const texts = () =>
      asked.flatMap(({ id, channel }) => answersTo(discord, id, channel).map(({ content }) => content));
    await discord.until(() => texts().length === 5, 'each has its answer or the sentence');
    expect(texts().filter((text) => tooOften.test(text))).toHaveLength(2);
    const other = askDirectly(discord, 'Anna', 'help', 99);
    await discord.until(() => answersTo(discord, other, 'help').length > 0, 'the other member is answered');
    expect(answersTo(discord, other, 'help')[0]?.content).not.toMatch(tooOften);
  });

  it.each([
    ['a channel', { direct_per_channel_per_hour: 2 }, ['help', 'help', 'help', floodChannels[0] ?? ''], 1],
    ['a server', { direct_per_guild_per_hour: 2 }, ['help', 'help', ...floodChannels.slice(0, 2)], 2],
  ])('of many members in %s ends with the same sentence', async (_, budget, where, refusals) => {
    const discord = await openForFlood(budget);
    const asked = where.map((channel, at) => ({
      channel,
      id: askDirectly(discord, `Member ${at}`, channel, at),
    }));
    const texts = () =>
      asked.flatMap(({ id, channel }) => answersTo(discord, id, channel).map(({ content }) => content));
    await discord.until(() => texts().length === where.length, 'each has its answer or the sentence');
    expect(texts().filter((text) => tooOften.test(text))).toHaveLength(refusals);
  });
});
