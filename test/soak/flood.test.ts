import { expect, it } from 'vitest';
import { answersTo, askDirectly, floodChannels, openForFlood } from '../support/discord/flood.ts';

it('a flood of direct questions of one member delays the answers of others by no more than twice', async () => {
  const discord = await openForFlood({});
  let number = 0;
  const seconds = async () => {
    const began = performance.now();
    const id = askDirectly(discord, `Quiet ${(number += 1)}`, 'help', number);
    await discord.until(() => answersTo(discord, id, 'help').length > 0, 'a quiet member is answered');
    return (performance.now() - began) / 1_000;
  };
  const middle = async () => {
    const taken = [await seconds(), await seconds(), await seconds(), await seconds(), await seconds()];
    return taken.toSorted((a, b) => a - b)[2] ?? 0;
  };
  const before = await middle();
  const flooding = setInterval(() => {
    for (const channel of floodChannels.slice(0, 6)) askDirectly(discord, 'Flo', channel, (number += 1));
  }, 1_000);
  // Until the limit is reached, every message of the flood is answered.
  const flooded = await middle().finally(() => clearInterval(flooding));
  const quiet = Math.max(before, await middle());
  console.log(`answered in ${quiet.toFixed(2)} s, and in ${flooded.toFixed(2)} s beside a flood`);
  expect(flooded).toBeLessThanOrEqual(2 * quiet);
});
