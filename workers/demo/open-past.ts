import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { startEmulator, type Emulator } from '../../adapters/discord/emulator/emulator.ts';
import { addMessage } from '../../adapters/discord/emulator/world/messages.ts';
import { addChannel, createWorld } from '../../adapters/discord/emulator/world/world.ts';
import { parseScript } from '../../adapters/terminal/script.ts';
import { withMention } from '../../adapters/terminal/shown-message.ts';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { readNamedFile } from '../cli/exit.ts';
import { shortHash } from './trial-config.ts';

const minute = 60_000;

/**
 * An emulated Discord in whose channel the lines of a file were said, a minute apart, the last when the file was last changed. The
 * channel's id is of the file's path, so that a paused rehearsal of the file goes on.
 */
export async function openPast(file: string, channel: string): Promise<Emulator> {
  const lines = parseScript(readNamedFile(file), file, { isPart: true });
  const end = statSync(file).mtimeMs;
  const idAt = (line: number) => snowflakeAt(new Date(end - (lines.length - 1 - line) * minute));
  const world = createWorld();
  const isId = /^\d+$/u.test(channel);
  const channelId = isId ? channel : String(BigInt(`0x${shortHash(resolve(file), 12)}`));
  addChannel(world, { name: isId ? 'past' : channel, id: channelId });
  const emulator = await startEmulator(world);
  const ids = new Map(lines.map(({ id }, at) => [id, idAt(at)]));
  for (const [at, { author, role, text, replyTo }] of lines.entries())
    addMessage(world, {
      id: idAt(at),
      author: emulator.person(author, role === 'team').user,
      channelId,
      content: withMention(world, text),
      replyToId: replyTo === null ? null : (ids.get(replyTo) ?? null),
    });
  return emulator;
}
