import { readFileSync } from 'node:fs';
import { sync as writeFileAtomicSync } from 'write-file-atomic';
import type { APIMessage, APIThreadChannel } from 'discord.js';
import { compareIds } from '../../../../domain/intake/message.ts';
import { mistake } from '../../../../domain/ports/errors.ts';
import { createWorld, idsAfter, type Channel, type Member, type World } from './world.ts';

const version = 1;

/** Reads a world from a file, or makes a new one without a file. Throws a final `PortError` for an invalid file. */
export function readWorld(path: string): World {
  try {
    const savedWorld = JSON.parse(readFileSync(path, 'utf8')) as Kept;
    if (savedWorld.version !== version) throw new Error(`version ${savedWorld.version}`);
    const messages = new Map(savedWorld.messages);
    const all = new Map([...messages.values()].flat().map((message) => [message.id, message]));
    for (const message of all.values()) {
      const { message_reference: reference } = message;
      if (reference) message.referenced_message = all.get(reference.message_id ?? '') ?? null;
    }
    const last = [...all.keys()].toSorted(compareIds).at(-1) ?? '0';
    return {
      ...savedWorld.guild,
      channels: new Map(savedWorld.channels),
      members: new Map(savedWorld.members),
      threads: new Map(savedWorld.threads),
      messages,
      reactions: [...savedWorld.reactions],
      typing: [],
      commands: new Map(savedWorld.commands),
      nonces: new Map(),
      newId: idsAfter(last),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return createWorld();
    throw mistake(
      'emulator_unreadable',
      `${path} is not a conversation of this version of Steward: move it away, or name another --data.`,
      error,
    );
  }
}

/** Replaces the file atomically. Attached files are not saved. */
export function writeWorld(path: string, world: World): void {
  const { guildId, bot, everyoneRoleId, teamRoleId, helperRoleId, botRoleId } = world;
  const savedWorld: Kept = {
    version,
    guild: { guildId, bot, everyoneRoleId, teamRoleId, helperRoleId, botRoleId },
    channels: [...world.channels],
    members: [...world.members],
    threads: [...world.threads],
    messages: [...world.messages],
    reactions: world.reactions,
    commands: [...world.commands],
  };
  // Each message is written once; `readWorld` restores the reference of a reply.
  const once = (key: string, value: unknown) => (key === 'referenced_message' ? undefined : value);
  writeFileAtomicSync(path, `${JSON.stringify(savedWorld, once)}\n`);
}

interface Kept {
  readonly version: number;
  readonly guild: Pick<
    World,
    'guildId' | 'bot' | 'everyoneRoleId' | 'teamRoleId' | 'helperRoleId' | 'botRoleId'
  >;
  readonly channels: readonly (readonly [string, Channel])[];
  readonly members: readonly (readonly [string, Member])[];
  readonly threads: readonly (readonly [string, APIThreadChannel])[];
  readonly messages: readonly (readonly [string, APIMessage[]])[];
  readonly reactions: readonly string[];
  readonly commands: readonly (readonly [string, readonly object[]])[];
}
