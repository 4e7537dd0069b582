import { startEmulator } from '../../adapters/discord/emulator/emulator.ts';
import { addChannel, createWorld } from '../../adapters/discord/emulator/world/world.ts';
import { question } from './scripted-answerer.ts';

/** The emulator in a process of its own. It says the question with each id that it gets, and sends the id back. */
const world = createWorld();
addChannel(world, { name: 'bench' });
const { apiUrl, token, say } = await startEmulator(world);
process.on('message', (id: string) => {
  say({ by: 'anna', text: question, in: 'bench', id });
  process.send?.(id);
});
process.once('disconnect', () => process.exit());
process.send?.({ apiUrl, token, guildId: world.guildId });
