import { once } from 'node:events';
import { GatewayIntentBits, GatewayOpcodes } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { startTestDiscord } from '../../../../test/support/discord/test-discord.ts';

it('tells of people who type only to a session that asked to hear of it', async () => {
  const emulator = await startTestDiscord();
  onTestFinished(() => emulator.close());
  const hear = async (intents: number) => {
    const socket = new WebSocket(emulator.apiUrl.replace('http', 'ws').replace('/api', ''));
    const heard: string[] = [];
    socket.on('message', (data: Buffer) => {
      const { t } = JSON.parse(data.toString()) as { readonly t: string | null };
      if (t !== null) heard.push(t);
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ op: GatewayOpcodes.Identify, d: { token: emulator.token, intents } }));
    await expect.poll(() => heard).toContain('GUILD_CREATE');
    return heard;
  };
  const without = await hear(GatewayIntentBits.Guilds);
  const withTyping = await hear(GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessageTyping);
  emulator.type({ by: 'Anna' });
  emulator.say({ by: 'Anna', text: 'hello' });
  for (const heard of [without, withTyping]) await expect.poll(() => heard).toContain('MESSAGE_CREATE');
  expect(without).not.toContain('TYPING_START');
  expect(withTyping).toContain('TYPING_START');
});
