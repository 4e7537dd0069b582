import { onTestFinished } from 'vitest';
import { startEmulator, type Emulator } from '../../../adapters/discord/emulator/emulator.ts';
import { addMessage, addThread } from '../../../adapters/discord/emulator/world/messages.ts';
import { addChannel, createWorld } from '../../../adapters/discord/emulator/world/world.ts';
import { GatewayDispatchEvents, type APIMessage } from 'discord.js';

/** A Discord of the test's own with the channels #help and #dev. */
export async function openEmulated(): Promise<Emulator> {
  const world = createWorld();
  for (const name of ['help', 'dev']) addChannel(world, { name });
  const discord = await startEmulator(world);
  onTestFinished(() => discord.close());
  return discord;
}

/** Posts as Steward in a channel or thread, or in the thread of a message, which it opens. */
export function post(
  { world, gateway, channelId }: Emulator,
  {
    text,
    on,
    in: where = channelId('help'),
  }: { readonly text: string; readonly on?: APIMessage; readonly in?: string },
): APIMessage {
  const threadOf = ({ id, channel_id: parentId }: APIMessage): string => {
    if (world.threads.has(parentId)) return parentId;
    if (!world.threads.has(id)) addThread(world, { id, parentId, ownerId: world.bot.id, name: 'T' });
    return id;
  };
  const location = on ? threadOf(on) : where;
  const made = addMessage(world, { author: world.bot, channelId: location, content: text });
  gateway.send(GatewayDispatchEvents.MessageCreate, made);
  return made;
}
