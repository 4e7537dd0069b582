import {
  ChannelType,
  PermissionFlagsBits,
  type AnyThreadChannel,
  type Channel,
  type Client,
  type GuildBasedChannel,
} from 'discord.js';
import type { Location } from '../../../domain/intake/message.ts';
import type { HistoryLocation } from '../../../domain/ports/chat.ts';
import { transientError } from '../../../domain/ports/errors.ts';
import { withDiscordFailure, discordFailure } from '../discord-failure.ts';
import { missingPermissions, type PermissionName } from './permissions.ts';

/** Looks up channels, threads and roles in the gateway's cache. Only an unknown location is fetched from Discord. */
export type Directory = ReturnType<typeof createDirectory>;

export function createDirectory(client: Client) {
  const cached = (id: string): GuildBasedChannel | null => {
    const channel = client.channels.cache.get(id);
    return channel && !channel.isDMBased() ? channel : null;
  };
  const fetched = (id: string, allowUnknownGuild: boolean) =>
    withDiscordFailure<Channel | null>(`the channel ${id}`, client.channels.fetch(id, { allowUnknownGuild }));
  /** Throws while the server is away, or not known yet: without it, nobody can tell who may read there. */
  const knownChannel = async (id: string): Promise<GuildBasedChannel | null> => {
    const channel = cached(id) ?? (await fetched(id, false)) ?? (await fetched(id, true));
    if (!channel || channel.isDMBased()) return null;
    if (client.guilds.cache.get(channel.guildId)?.available) return channel;
    throw transientError('discord_unavailable', `The server of the channel ${id} is not there yet.`);
  };
  const botId = (): string => client.user?.id ?? '';
  const role = (guildId: string, id: string) => client.guilds.cache.get(guildId)?.roles.cache.get(id);

  return {
    botId,
    /** Old bots have another id than their application. */
    applicationId: (): string => client.application?.id ?? '',
    /** Null outside of servers. */
    async locationOf(id: string): Promise<Location | null> {
      const channel = await knownChannel(id);
      if (!channel?.isThread()) return channel && channelLocation(channel);
      const parent = channel.parentId === null ? null : await knownChannel(channel.parentId);
      return threadLocation(channel, parent, botId());
    },
    /** The id of a thread's channel, or of the channel itself. Null if the gateway does not know the location. */
    parentOf(id: string): string | null {
      const channel = cached(id);
      return channel?.isThread() ? channel.parentId : (channel?.id ?? null);
    },
    /** A name for logs and error messages: `#help` or `a thread of #help`. */
    nameOf(id: string): string {
      const channel = cached(id);
      if (!channel) return `the channel ${id}`;
      return channel.isThread() ? `a thread of #${channel.parent?.name ?? id}` : `#${channel.name}`;
    },
    /** False for an unknown channel. */
    isForum: (id: string): boolean => isForum(cached(id)),
    /** The title and tag names of a thread or forum post. */
    postOf(id: string): { readonly title: string; readonly tags: readonly string[] } | null {
      const thread = cached(id);
      if (!thread?.isThread()) return null;
      const forumTags = thread.parent?.isThreadOnly() ? thread.parent.availableTags : [];
      const tags = forumTags.flatMap(({ id: tagId, name }) =>
        thread.appliedTags.includes(tagId) ? name : [],
      );
      return { title: thread.name, tags };
    },
    /** The permissions that Steward lacks in a channel, or in a thread's channel. Empty for an unknown location. */
    missingIn(id: string): readonly PermissionName[] {
      const channel = cached(id);
      const heldPermissions = channel && client.user && channel.permissionsFor(client.user);
      return heldPermissions ? missingPermissions(heldPermissions.bitfield) : [];
    },
    channelName: (id: string): string | null => cached(id)?.name ?? null,
    roleName: (guildId: string, id: string): string | null => role(guildId, id)?.name ?? null,
    /** A member's permissions in the server, without the overwrites of channels. */
    permissionsIn(
      guildId: string,
      { id, roleIds }: { readonly id: string; readonly roleIds: readonly string[] },
    ): bigint {
      if (client.guilds.cache.get(guildId)?.ownerId === id) return PermissionFlagsBits.Administrator;
      return [guildId, ...roleIds].reduce(
        (permissions, roleId) => permissions | (role(guildId, roleId)?.permissions.bitfield ?? 0n),
        0n,
      );
    },
    isBotRole: (guildId: string, id: string): boolean =>
      role(guildId, id)?.tags?.botId === botId() && botId() !== '',
  };
}

const channelLocation = (channel: GuildBasedChannel): Location => ({
  guildId: channel.guildId,
  channelId: channel.id,
  thread: null,
  readableByEveryone: everyoneReads(channel),
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
});

export const isForum = (channel: { readonly type: ChannelType } | null): boolean =>
  channel?.type === ChannelType.GuildForum || channel?.type === ChannelType.GuildMedia;

const everyoneReads = (channel: GuildBasedChannel): boolean => {
  const everyone = channel.guild.roles.everyone;
  return channel.permissionsFor(everyone)?.has(PermissionFlagsBits.ViewChannel) ?? false;
};

/** Runs work on a thread or channel, and explains its errors with the name and the missing permissions. */
export const failingAt =
  (directory: Pick<Directory, 'nameOf' | 'missingIn'>) =>
  async <Result>(
    { channelId, threadId }: HistoryLocation,
    work: (locationId: string) => Promise<Result>,
  ): Promise<Result> => {
    const locationId = threadId ?? channelId;
    try {
      return await work(locationId);
    } catch (error) {
      throw discordFailure(error, directory.nameOf(locationId), directory.missingIn(locationId));
    }
  };
