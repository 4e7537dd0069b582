import { ChannelType, Routes, type APIChannel, type APIGuild, type REST } from 'discord.js';
import type { ChatErrorCode } from '../../../domain/values/error-codes.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import { discordFailure, isCode } from '../discord-rest.ts';

/** Which channels are Steward's: a channel's id, and the name or id that the config lists it by. */
export type ListedChannels = ReadonlyMap<string, string>;

const readable: readonly ChannelType[] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
];

/**
 * Looks up what the config lists, by id or by name, in the configured servers. A server that Steward is not in, or a
 * channel that is not there, is an error that says what was found.
 */
export async function findListedChannels({
  rest,
  guildIds,
  channels,
}: {
  readonly rest: REST;
  readonly guildIds: readonly string[];
  readonly channels: readonly string[];
}): Promise<ListedChannels> {
  if (guildIds.length === 0)
    throw mistake('discord_no_guild', `discord.guild_ids names no server.${await serversOf(rest)}`);
  if (channels.length === 0)
    throw mistake('discord_no_channel', 'discord.channels lists no channel, so Steward would do nothing.');
  const found = (await Promise.all(guildIds.map((id) => channelsOf(rest, id)))).flat();
  const listed = new Map<string, string>();
  for (const key of channels) {
    const fitting = found.filter(({ id, name }) => id === key || name === key);
    if (fitting.length === 0) {
      const names = found.map(({ name }) => name).join(', ') || 'none';
      throw mistake(
        'discord_unknown_channel',
        `discord.channels lists ${key}, but Steward can see no such channel. It sees: ${names}.`,
      );
    }
    // A channel that is listed by its id keeps that entry, even if its name is listed, too.
    for (const { id } of fitting) if (listed.get(id) !== id) listed.set(id, key);
  }
  return listed;
}

const mistake = (code: ChatErrorCode, message: string) => new PortError({ kind: 'final', code, message });

async function channelsOf(rest: REST, guildId: string) {
  try {
    const all = (await rest.get(Routes.guildChannels(guildId))) as readonly APIChannel[];
    return all.flatMap(({ id, type, name }) => (readable.includes(type) && name ? [{ id, name }] : []));
  } catch (error) {
    if (isCode(error, 50_001, 10_004))
      throw mistake(
        'discord_unknown_guild',
        `discord.guild_ids lists ${guildId}, and Steward is not in that server. ` +
          'Invite it with the link that `npx steward discord invite` prints.',
      );
    throw discordFailure(error, `the server ${guildId}`);
  }
}

async function serversOf(rest: REST): Promise<string> {
  const guilds = (await rest.get(Routes.userGuilds()).catch((error: unknown) => {
    throw discordFailure(error, 'the list of servers');
  })) as readonly Pick<APIGuild, 'id' | 'name'>[];
  const names = guilds.map(({ id, name }) => `${id} (${name})`).join(', ');
  return names === ''
    ? ' Steward is in none yet: see `npx steward discord invite`.'
    : ` Steward is in ${names}.`;
}
