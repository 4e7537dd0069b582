import { ChannelType, Routes, type REST } from 'discord.js';
import { PortError, mistake } from '../../../domain/ports/errors.ts';
import { z } from 'zod';
import { discordFailure, meaningOf, parsedAnswer } from '../discord-failure.ts';

/** Steward's channels: a channel's id and the name or id by which the config lists it. */
export type ListedChannels = ReadonlyMap<string, string>;

const readable: readonly ChannelType[] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
];

/**
 * Looks up the config's channels, by id or name, in its servers. `problems` are final errors, one for each missing server or channel,
 * which say what exists instead. Throws a `PortError` if Discord cannot be reached.
 */
export async function findListedChannels({
  rest,
  guildIds,
  channels,
}: {
  readonly rest: REST;
  readonly guildIds: readonly string[];
  readonly channels: readonly string[];
}) {
  if (guildIds.length === 0)
    throw mistake(
      'discord_no_guild',
      'discord.guild_ids names no server. Put the id of yours there; `npx steward discord invite` prints the link that brings Steward in.',
    );
  if (channels.length === 0)
    throw mistake('discord_no_channel', 'discord.channels lists no channel, so Steward would do nothing.');
  const channelLists = await Promise.all(guildIds.map((id) => channelsOf(rest, id)));
  const lost = channelLists.flatMap((each) => (each instanceof PortError ? [each] : []));
  const seen = channelLists.flatMap((each) => (each instanceof PortError ? [] : each));
  const { listed, problems } = listChannels(channels, seen);
  return { listed, problems: [...lost, ...problems] };
}

interface SeenChannel {
  readonly id: string;
  readonly name: string;
}

const isReadable = (type: ChannelType): boolean => readable.includes(type);

/** Matches the config's names and ids with the channels that Steward can see. */
export function listChannels(keys: readonly string[], seen: readonly SeenChannel[]) {
  const listed = new Map<string, string>();
  const problems: PortError[] = [];
  const named = Map.groupBy(seen, ({ name }) => name);
  const ids = new Set(seen.map(({ id }) => id));
  for (const key of keys) {
    const fitting = [...(ids.has(key) ? [key] : []), ...(named.get(key) ?? []).map(({ id }) => id)];
    if (fitting.length === 0) problems.push(unknownChannel(key, seen));
    // A channel listed by its id keeps that entry, even if its name is listed too.
    for (const id of fitting) if (listed.get(id) !== id) listed.set(id, key);
  }
  return { listed, problems };
}

/** A server may have hundreds of channels, and each missing one has its line in the log. */
const mostNamed = 20;

function unknownChannel(key: string, seen: readonly SeenChannel[]): PortError {
  const names = seen.slice(0, mostNamed).map(({ name }) => name);
  const more = seen.length > mostNamed ? ` and ${seen.length - mostNamed} more` : '';
  return mistake(
    'discord_unknown_channel',
    `discord.channels lists ${key}, but Steward can see no such channel. It sees: ${names.join(', ') || 'none'}${more}.`,
  );
}

const shownChannels = z.array(z.object({ id: z.string(), type: z.number(), name: z.string().nullish() }));

async function channelsOf(rest: REST, guildId: string): Promise<readonly SeenChannel[] | PortError> {
  const where = `the server ${guildId}`;
  try {
    const all = parsedAnswer(where, await rest.get(Routes.guildChannels(guildId)), shownChannels);
    return all.flatMap(({ id, type, name }) => (isReadable(type) && name ? [{ id, name }] : []));
  } catch (error) {
    if (meaningOf('read a server', error) !== null)
      return mistake(
        'discord_unknown_guild',
        `discord.guild_ids lists ${guildId}, and Steward is not in that server. ` +
          'Invite it with the link that `npx steward discord invite` prints.',
      );
    throw discordFailure(error, where);
  }
}
