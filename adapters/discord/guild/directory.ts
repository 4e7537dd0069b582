import {
  ChannelType,
  Locale,
  PermissionFlagsBits,
  type AnyThreadChannel,
  type Channel,
  type Client,
  type GuildBasedChannel,
} from 'discord.js';
import type { Location } from '../../../domain/intake/message.ts';
import { toLanguageCode } from '../../../domain/language/language-codes.ts';
import { asked, discordFailure } from '../discord-failure.ts';
import { missingPermissions, type PermissionName } from './permissions.ts';

/** Where things are, from what the gateway keeps up to date. Asks Discord only for a thread that it does not know. */
export interface Directory {
  readonly botId: () => string;
  /** The place of a channel or thread, or null outside of servers. */
  readonly locationOf: (id: string) => Promise<Location | null>;
  /** What the gateway knows of the channel that a location belongs to: null when it does not know the location. */
  readonly parentOf: (id: string) => string | null;
  /** For people who read logs and failures: a channel by its name, a thread by its channel's. */
  readonly nameOf: (id: string) => string;
  /** Where every message stands in a thread. False for a channel that is not known. */
  readonly isForum: (id: string) => boolean;
  /** Of a forum post or thread: its title and the names of its tags. */
  readonly postOf: (threadId: string) => { readonly title: string; readonly tags: readonly string[] } | null;
  /** The names of tags of a forum. */
  readonly tagsOf: (forumId: string, tagIds: readonly string[]) => readonly string[];
  /** What Steward may not do in a channel, or in the channel of a thread. None for a location that is not known. */
  readonly missingIn: (id: string) => readonly PermissionName[];
  readonly channelName: (id: string) => string | null;
  readonly roleName: (guildId: string, id: string) => string | null;
  readonly isBotRole: (guildId: string, id: string) => boolean;
  /** What a person with these roles may do in the whole server, whatever a channel says. */
  readonly permissionsIn: (
    guildId: string,
    person: { readonly id: string; readonly roleIds: readonly string[] },
  ) => bigint;
}

export function createDirectory(client: Client): Directory {
  const cached = (id: string): GuildBasedChannel | null => {
    const channel = client.channels.cache.get(id);
    return channel && !channel.isDMBased() ? channel : null;
  };
  const known = async (id: string): Promise<GuildBasedChannel | null> => {
    const channel = cached(id);
    if (channel) return channel;
    const fetched = await asked<Channel | null>(`the channel ${id}`, client.channels.fetch(id));
    return fetched && !fetched.isDMBased() ? fetched : null;
  };
  const tagsOf = (forumId: string, tagIds: readonly string[]): readonly string[] => {
    const forum = cached(forumId);
    const known = forum?.isThreadOnly() ? forum.availableTags : [];
    return known.filter(({ id }) => tagIds.includes(id)).map(({ name }) => name);
  };
  const botId = () => client.user?.id ?? '';
  const role = (guildId: string, id: string) => client.guilds.cache.get(guildId)?.roles.cache.get(id);

  return {
    botId,
    async locationOf(id) {
      const channel = await known(id);
      if (!channel?.isThread()) return channel && channelLocation(channel);
      const parent = channel.parentId === null ? null : await known(channel.parentId);
      return threadLocation(channel, parent, botId());
    },
    parentOf: (id) => {
      const channel = cached(id);
      return channel?.isThread() ? channel.parentId : (channel?.id ?? null);
    },
    nameOf: (id) => {
      const channel = cached(id);
      if (!channel) return `the channel ${id}`;
      return channel.isThread() ? `a thread of #${channel.parent?.name ?? id}` : `#${channel.name}`;
    },
    isForum: (id) => isForum(cached(id)),
    postOf: (id) => {
      const thread = cached(id);
      if (!thread?.isThread()) return null;
      return { title: thread.name, tags: tagsOf(thread.parentId ?? '', thread.appliedTags) };
    },
    tagsOf,
    missingIn: (id) => {
      const channel = cached(id);
      const held = channel && client.user && channel.permissionsFor(client.user);
      return held ? missingPermissions(held.bitfield) : [];
    },
    channelName: (id) => cached(id)?.name ?? null,
    roleName: (guildId, id) => role(guildId, id)?.name ?? null,
    permissionsIn: (guildId, { id, roleIds }) => {
      if (client.guilds.cache.get(guildId)?.ownerId === id) return PermissionFlagsBits.Administrator;
      return [guildId, ...roleIds].reduce(
        (held, roleId) => held | (role(guildId, roleId)?.permissions.bitfield ?? 0n),
        0n,
      );
    },
    isBotRole: (guildId, id) => role(guildId, id)?.tags?.botId === botId() && botId() !== '',
  };
}

const channelLocation = (channel: GuildBasedChannel): Location => ({
  guildId: channel.guildId,
  channelId: channel.id,
  thread: null,
  readableByEveryone: everyoneReads(channel),
  ...languageOf(channel),
});

const threadLocation = (
  thread: AnyThreadChannel,
  parent: GuildBasedChannel | null,
  botId: string,
): Location => ({
  guildId: thread.guildId,
  channelId: thread.parentId ?? thread.id,
  thread: {
    id: thread.id,
    openedBySteward: thread.ownerId === botId,
    ownerId: thread.ownerId ?? '',
    inForum: isForum(parent),
  },
  readableByEveryone: thread.type !== ChannelType.PrivateThread && parent !== null && everyoneReads(parent),
  ...languageOf(thread),
});

export const isForum = (channel: { readonly type: ChannelType } | null): boolean =>
  channel?.type === ChannelType.GuildForum || channel?.type === ChannelType.GuildMedia;

/** Discord gives American English to every guild that has chosen nothing. */
const languageOf = ({ guild: { preferredLocale } }: GuildBasedChannel): Pick<Location, 'guildLanguage'> =>
  preferredLocale === Locale.EnglishUS ? {} : { guildLanguage: toLanguageCode(preferredLocale) };

const everyoneReads = (channel: GuildBasedChannel): boolean => {
  const everyone = channel.guild.roles.everyone;
  return channel.permissionsFor(everyone)?.has(PermissionFlagsBits.ViewChannel) ?? false;
};

/** Does work that is about a location, and turns what it fails with into Steward's own sentence. */
export const failingAt =
  (directory: Pick<Directory, 'nameOf' | 'missingIn'>) =>
  async <Result>(locationId: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw discordFailure(error, directory.nameOf(locationId), directory.missingIn(locationId));
    }
  };
