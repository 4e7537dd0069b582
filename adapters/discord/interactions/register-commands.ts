import { Routes, type APIApplication } from 'discord.js';
import { discordFailure, createRest } from '../discord-rest.ts';
import type { Config } from '../../../config/schema.ts';
import { commandsIn } from './commands.ts';

/** Replaces what is registered in each server. Repeating it changes nothing. Throws `PortError`. */
export async function registerCommands({
  guildIds,
  texts,
  ...access
}: {
  readonly token: string;
  readonly apiUrl?: string;
  readonly guildIds: readonly string[];
  readonly texts: Config['texts'];
}): Promise<number> {
  const rest = createRest(access);
  const commands = commandsIn(texts);
  let where = 'the application';
  try {
    const { id } = (await rest.get(Routes.currentApplication())) as APIApplication;
    for (const guildId of guildIds) {
      where = `the server ${guildId}`;
      await rest.put(Routes.applicationGuildCommands(id, guildId), { body: commands });
    }
    return commands.length;
  } catch (error) {
    throw discordFailure(error, where);
  }
}
