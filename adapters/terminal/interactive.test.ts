import { PassThrough } from 'node:stream';
import type { APIMessage } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { startInteractive } from './interactive.ts';
import { addThread, findMessage } from '../discord/emulator/world/messages.ts';
import { openEmulated, post } from '../../test/support/discord/emulated.ts';
import { screenOf } from '../../test/support/screen.ts';

const columns = 40;

async function start({
  terminal = true,
  idle = async () => {},
}: { readonly terminal?: boolean; readonly idle?: () => Promise<void> } = {}) {
  const discord = await openEmulated();
  const input = new PassThrough();
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { columns });
  let written = '';
  output.on('data', (chunk) => (written += String(chunk)));
  const said: APIMessage[] = [];
  const session = startInteractive({
    discord,
    onSaid(messageId) {
      const message = findMessage(discord.world, messageId);
      if (message) said.push(message);
    },
    idle,
    input,
    output,
    terminal,
    channel: 'help',
  });
  onTestFinished(() => session.stop());
  const screen = () => screenOf(written, columns);
  /** The line that the person types in, with what is typed. */
  const promptShows = async (text: string) => {
    await expect.poll(() => screen().findLast((line) => line !== '')).toBe(text.trimEnd());
  };
  const type = (text: string) => input.write(text);
  return { discord, session, input, said, screen, promptShows, type, written: () => written };
}

test('a line is said by the member', async () => {
  const { type, said, promptShows, discord } = await start();
  await promptShows('#help member>');
  type('How do I …?\r');
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toMatchObject({ content: 'How do I …?', author: { global_name: 'member' } });
  expect(said[0]?.channel_id).toBe(discord.channelId('help'));
});

test('the prompt says who speaks where, and as what', async () => {
  const { type, promptShows, said, discord, screen } = await start();
  type('/team\r');
  await promptShows('#help team (team)>');
  type('/member ben\r');
  await promptShows('#help ben>');
  type('Is it so?\r');
  await expect.poll(() => said).toHaveLength(1);
  post(discord, { text: 'Yes.' });
  await expect.poll(screen).toContain('  Yes.');
  await promptShows('#help ben>');
  type('/reply\r');
  await promptShows('#help ben to Steward>');
  type('Thanks.\r');
  await promptShows('#help ben>');
  expect(said[1]?.referenced_message?.author.id).toBe(discord.world.bot.id);
});

test('a person goes into the newest thread, speaks there and leaves it', async () => {
  const { type, promptShows, said, discord } = await start();
  type('First one?\r');
  await expect.poll(() => said).toHaveLength(1);
  const { world } = discord;
  addThread(world, {
    id: said[0]?.id ?? '',
    parentId: discord.channelId('help'),
    ownerId: world.bot.id,
    name: 'First one?',
  });
  type('/thread\r');
  await promptShows('#help > First one? member>');
  type('More.\r');
  await expect.poll(() => said[1]?.channel_id).toBe(said[0]?.id);
  type('/thread off\r');
  await promptShows('#help member>');
  type('/reply 1\r');
  await promptShows('#help > First one? member to member>');
  type('/reply 2\r');
  await promptShows('#help member to member>');
});

test('@steward mentions Steward, and a space in front says a slash', async () => {
  const { type, said, discord } = await start();
  type('@steward How?\r');
  await expect.poll(() => said[0]?.mentions.map(({ id }) => id)).toEqual([discord.world.bot.id]);
  type(' /etc/hosts is what?\r');
  await expect.poll(() => said[1]?.content).toBe('/etc/hosts is what?');
});

test('a post appears above what is half typed, which goes on', async () => {
  const { type, discord, screen, promptShows, said } = await start();
  type('half a questi');
  post(discord, { text: 'A post.' });
  await expect.poll(screen).toEqual(['#help Steward', '  A post.', '#help member> half a questi']);
  type('on\r');
  await expect.poll(() => said[0]?.content).toBe('half a question');
  await promptShows('#help member>');
});

test('a post above a line that takes several rows overwrites nothing', async () => {
  const { type, discord, screen } = await start();
  const long = 'x'.repeat(60);
  for (const char of long) type(char);
  post(discord, { text: 'One.' });
  await expect.poll(screen).toContain('  One.');
  post(discord, { text: 'Two.' });
  const prompt = `#help member> ${long}`;
  await expect
    .poll(screen)
    .toEqual([
      '#help Steward',
      '  One.',
      '#help Steward',
      '  Two.',
      prompt.slice(0, columns),
      prompt.slice(columns),
    ]);
});

test("nobody's text controls the terminal", async () => {
  const { discord, written, screen } = await start();
  post(discord, { text: 'a\u001b[2Jb' });
  await expect.poll(screen).toContain('  a␛[2Jb');
  expect(written()).not.toContain('\u001b[2J');
});

test('a mistake is told and says nothing in the community', async () => {
  const { type, screen, said } = await start();
  type('/thread\r/reply 9\r/team steward\r/nonsense\r');
  await expect.poll(() => screen().join('')).toContain('/nonsense is not a command');
  expect(screen().join('')).toContain('#help has no threads.');
  expect(screen().join('')).toContain('/team takes a name of 1 to 32 characters');
  expect(said).toEqual([]);
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
  ['/quit', '/quit\r'],
])('%s ends the session and leaves the cursor on a fresh line', async (_, keys) => {
  const { type, session, written } = await start();
  type(keys);
  await session.ended;
  expect(written().endsWith('\n')).toBe(true);
});

test('lines that are piped in are said one by one, each answered before the next, and shown without a prompt', async () => {
  const idle = async () => void post(discord, { text: `Answer ${said.length}.` });
  const { discord, input, session, said, screen } = await start({ terminal: false, idle });
  input.end('One?\nTwo?');
  await session.ended;
  const order = screen().filter((line) => /\?$|Answer [12]/u.test(line));
  expect(order.slice(0, 4)).toEqual(['  One?', '  Answer 1.', '  Two?', '  Answer 2.']);
  expect(screen().join('')).not.toContain('member>');
});
