import { startEmulator } from '../../adapters/discord/emulator/emulator.ts';
import { addChannel, createWorld } from '../../adapters/discord/emulator/world/world.ts';

/** A message to say in a channel, with this id, which is sent back when it is said. */
export interface ToSay {
  readonly id: string;
  readonly text: string;
  readonly channel: string;
}

/** The emulator in a process of its own, with channels of these names. */
const world = createWorld();
for (const name of process.argv.slice(2)) addChannel(world, { name });
const { apiUrl, token, say } = await startEmulator({ world });
process.on('message', ({ id, text, channel }: ToSay) => {
  say({ by: 'anna', text, in: channel, id });
  process.send?.(id);
});
process.once('disconnect', () => process.exit());
process.send?.({ apiUrl, token, guildId: world.guildId });
