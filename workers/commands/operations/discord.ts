import { findInvitation } from '../../../adapters/discord/guild/application.ts';
import { registerCommands } from '../../../adapters/discord/interactions/commands.ts';
import type { Config } from '../../../config/schema.ts';
import { textsByLanguage } from '../../../config/texts-for.ts';
import { UsageError } from '../../cli/exit.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { printLine, printNote } from '../../cli/print.ts';
import type { ConfigOption } from '../../cli/command-parts.ts';
import { noToken } from '../../wiring/discord.ts';

/** Prints the link that adds the bot to a server, and what must still be turned on. */
export async function invite({ config: file }: ConfigOption): Promise<void> {
  const { discord } = loadCommandConfig(file).config;
  const { url, canReadMessages } = await findInvitation(discordAccess(discord));
  printLine(url);
  if (!canReadMessages)
    printNote(
      'Still to do: turn on "Message Content Intent" on the page "Bot" of your application, ' +
        'at https://discord.com/developers/applications.',
    );
}

/** Registers commands and menus in the servers of the config. */
export async function register({ config: file }: ConfigOption): Promise<void> {
  const { discord, texts } = loadCommandConfig(file).config;
  const guildIds = discord.guild_ids;
  const access = discordAccess(discord);
  if (guildIds.length === 0)
    throw new UsageError('discord.guild_ids names no server, so there is nowhere to register commands.');
  const count = await registerCommands({ ...access, guildIds, texts: textsByLanguage(texts) });
  printLine(`${count} commands and menus are registered in ${guildIds.length} server(s).`);
}

/** The token and the address of Discord's API. Throws without a token. */
export function discordAccess({ token, api_url: apiUrl }: Config['discord']) {
  if (token === null) throw noToken();
  return { token: token.reveal(), apiUrl };
}
