import { GatewayDispatchEvents, type APIMessage } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { connectDiscord } from '../../../test/support/discord/connect-discord.ts';
import { startTestDiscord } from '../../../test/support/discord/test-discord.ts';
import { silentLog } from '../../../test/support/run-workers.ts';
import { addMessage, inGuild } from '../emulator/world/messages.ts';

async function open() {
  const discord = await startTestDiscord();
  onTestFinished(() => discord.close());
  const logged: object[] = [];
  const note = (fields: object, event: string) => void logged.push({ ...fields, event });
  const connected = await connectDiscord(discord, { log: { ...silentLog, warn: note, error: note } });
  const { world } = discord;
  const written = (text: string, changes: object): APIMessage =>
    Object.assign(
      addMessage(world, {
        author: discord.person('Anna').user,
        channelId: discord.channelId('help'),
        content: text,
      }),
      changes,
    );
  const send = (message: APIMessage, changes: object = {}) =>
    discord.gateway.send(GatewayDispatchEvents.MessageCreate, { ...inGuild(world, message), ...changes });
  const sees = (text: string) =>
    discord.until(() => connected.seen.some((message) => message.text === text), `${text} is handed in`);
  return { discord, connected, logged, written, send, sees };
}

const forwardWithoutParts = (original: APIMessage) => ({
  message_reference: { type: 1, channel_id: original.channel_id, message_id: original.id },
  message_snapshots: [{ message: { ...original, components: null } }],
});

it('a packet that discord.js cannot read is logged by its kind and id, its message is handed in, and the next ones come', async () => {
  const { discord, logged, written, send, sees } = await open();
  const forward = written('', forwardWithoutParts(written('What is the port?', {})));
  send(forward);
  await sees('What is the port?');
  discord.gateway.send(GatewayDispatchEvents.GuildRoleUpdate, { guild_id: discord.world.guildId });
  discord.say({ by: 'Ben', text: 'And the host?' });
  await sees('And the host?');
  expect(logged).toEqual([
    { kind: 'MESSAGE_CREATE', id: forward.id, error: 'TypeError', event: 'discord.packet_unreadable' },
    { kind: 'GUILD_ROLE_UPDATE', id: null, error: 'TypeError', event: 'discord.packet_unreadable' },
  ]);
});

it('a message that Steward cannot read is fetched again, and one that is not readable there either stops no other', async () => {
  const { connected, logged, written, send, sees } = await open();
  send(written('only torn on its way', {}), { mentions: null });
  await sees('only torn on its way');
  const torn = written('torn for good', { attachments: null });
  send(torn);
  send(written('the next one', {}), { member: { roles: null } });
  await sees('the next one');
  expect(new Set(connected.seen.map(({ text }) => text))).toEqual(
    new Set(['only torn on its way', 'the next one']),
  );
  const around = { ...connected.target, messageId: torn.id, before: 1, after: 1 };
  expect(await connected.chat.fetchAround(around)).not.toEqual([]);
  expect(logged).toContainEqual({
    kind: 'message',
    id: torn.id,
    error: 'TypeError',
    event: 'discord.message_unreadable',
  });
});
