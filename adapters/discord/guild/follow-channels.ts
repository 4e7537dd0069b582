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
 * Keeps the listed channels up to date: looks them up in the gateway's cache whenever a server or channel changes. Calls
 * `found` when there are new ones, and logs each one that goes missing.
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
  /** Updated in place, so that everything that holds it sees the changes. */
  readonly listed: Map<string, string>;
  readonly found: () => void;
}): { readonly close: () => void } {
  let logged: readonly string[] = [];
  const lookAgain = (): void => {
    const guilds = guildIds.flatMap((id) => client.guilds.cache.get(id) ?? []);
    // During an outage Discord removes servers for a while, but their channels still exist.
    if (guilds.length < guildIds.length && client.guilds.cache.some(({ available }) => !available)) return;
    const seen = guilds.flatMap(({ channels: { cache } }) =>
      [...cache.values()].filter(({ type }) => isReadable(type)).map(({ id, name }) => ({ id, name })),
    );
    const now = listChannels(channels, seen);
    const added = [...now.listed.keys()].filter((id) => !listed.has(id));
    replaceAll(listed, now.listed);
    for (const { code, message } of now.problems) {
      if (!logged.includes(message)) log.error({ code, reason: message }, 'discord.channel_missing');
    }
    logged = now.problems.map(({ message }) => message);
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
