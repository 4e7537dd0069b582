import { expect, it, onTestFinished } from 'vitest';
import { connectDiscord } from '../../test/support/discord/connect-discord.ts';
import { startTestDiscord } from '../../test/support/discord/test-discord.ts';
import { fetchAll } from './gather-history.ts';

it.each([
  ['one message', 1, 1],
  ['a short window', 2, 2],
  ['a long window', 70, 1],
])('%s is read as it is now, without what was deleted, in few requests', async (_, count, requests) => {
  const discord = await startTestDiscord();
  onTestFinished(() => discord.close());
  const { chat, seen, settled } = await connectDiscord(discord);
  await settled;
  const ids = Array.from({ length: count }, (_each, at) => {
    return discord.say({ by: 'Anna', text: `part ${at}` }).id;
  });
  const said = () => seen.filter(({ text }) => text.startsWith('part'));
  await discord.until(() => said().length === count, 'all are seen');
  const before = said();
  discord.edit(ids.at(-1) ?? '', 'part, changed');
  const asked = discord.requests.length;
  const read = await fetchAll({ chat }, before);
  expect(read.map(({ id }) => id)).toEqual(ids);
  expect(read.at(-1)?.text).toBe('part, changed');
  expect(discord.requests.length - asked).toBe(requests);
  if (count < 2) return;
  discord.remove(ids[1] ?? '');
  expect((await fetchAll({ chat }, before)).map(({ id }) => id)).toEqual(ids.toSpliced(1, 1));
});

it('what was written after a pause, or was deleted, takes no more than one request beside those of each message', async () => {
  const discord = await startTestDiscord();
  onTestFinished(() => discord.close());
  const { chat, seen, settled } = await connectDiscord(discord);
  await settled;
  const say = (text: string) => discord.say({ by: 'Anna', text }).id;
  const old = say('part old');
  for (let other = 0; other < 300; other += 1) say('Hm.');
  const ids = [old, say('part one'), say('part two'), say('part three')];
  const said = () => seen.filter(({ text }) => text.startsWith('part'));
  await discord.until(() => said().length === ids.length, 'all are seen');
  const before = said();
  const read = async () => {
    const asked = discord.requests.length;
    const found = (await fetchAll({ chat }, before)).map(({ id }) => id);
    return { found, requests: discord.requests.length - asked };
  };
  expect(await read()).toEqual({ found: ids, requests: 4 });
  for (const id of ids.slice(1)) discord.remove(id);
  expect(await read()).toEqual({ found: [old], requests: 4 });
});
