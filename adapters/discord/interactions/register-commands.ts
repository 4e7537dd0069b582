import { Routes, type APIApplication } from 'discord.js';
import { discordFailure } from '../discord-errors.ts';
import { createRest } from '../discord-rest.ts';
import { commands } from './commands.ts';

/** Replaces what is registered in each server. Repeating it changes nothing. Throws `PortError`. */
export async function registerCommands({
  guildIds,
  ...access
}: {
  readonly token: string;
  readonly apiUrl?: string;
  readonly guildIds: readonly string[];
}): Promise<number> {
  const rest = createRest(access);
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
