import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startTestDiscord } from '../../../../test/support/discord/test-discord.ts';

it.each([
  ['is cut off', 'content-length: 100\r\n\r\n{"content":'],
  ['is not JSON', 'content-length: 9\r\n\r\n{"content'],
])('a request whose body %s ends its connection and nothing else', async (_, rest) => {
  const discord = await startTestDiscord();
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
    discord.close();
  });
  const socket = connect(Number(new URL(discord.apiUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  const sent = once(socket, 'close');
  socket.on('error', () => {});
  socket.write(`POST /api/v10/channels/1/messages HTTP/1.1\r\nhost: discord\r\n${rest}`);
  await sleep(100);
  socket.destroy();
  await sent;
  const headers = { authorization: `Bot ${discord.token}` };
  const { status } = await fetch(`${discord.apiUrl}/v10/users/@me`, { headers });
  await sleep(100);
  expect({ status, unhandled }).toEqual({ status: 200, unhandled: [] });
});
