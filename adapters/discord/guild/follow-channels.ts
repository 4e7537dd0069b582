import { Events } from 'discord.js';
import type { DiscordParts } from '../discord-parts.ts';
import { isReadable, listChannels, replaceAll } from './guild-channels.ts';

const changes = [
  Events.ChannelCreate,
  Events.ChannelUpdate,
  Events.ChannelDelete,
  Events.GuildCreate,
  Events.GuildUpdate,
  Events.GuildDelete,
] as const;

/**
 * Keeps the listed channels as they are now: looked up again in what the gateway knows whenever a server or a channel
 * changes. `found` hears when there are new ones. What is missing is logged once.
 */
export function followChannels({
  client,
  guildIds,
  channels,
  listed,
  found,
  log,
}: Pick<DiscordParts, 'client' | 'guildIds' | 'log'> & {
  readonly channels: readonly string[];
  /** Changed in place: whoever holds it sees what counts now. */
  readonly listed: Map<string, string>;
  readonly found: () => void;
}): { readonly close: () => void } {
  const told = new Set<string>();
  const lookAgain = (): void => {
    const guilds = guildIds.flatMap((id) => client.guilds.cache.get(id) ?? []);
    // During an outage Discord takes servers away for a while: their channels are not gone.
    if (guilds.length < guildIds.length && client.guilds.cache.some(({ available }) => !available)) return;
    const seen = guilds.flatMap(({ channels: { cache } }) =>
      [...cache.values()].filter(({ type }) => isReadable(type)).map(({ id, name }) => ({ id, name })),
    );
    const now = listChannels(channels, seen);
    const added = [...now.listed.keys()].filter((id) => !listed.has(id));
    replaceAll(listed, now.listed);
    for (const { code, message } of now.problems) {
      if (!told.has(message)) log.error({ code, reason: message }, 'discord.channel_missing');
      told.add(message);
    }
    if (added.length === 0) return;
    log.info({ channel_ids: added }, 'discord.channels_found');
    found();
  };
  for (const change of changes) client.on(change, lookAgain);
  return {
    close: () => {
      for (const change of changes) client.off(change, lookAgain);
    },
  };
}
