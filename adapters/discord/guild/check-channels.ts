import {
  PermissionFlagsBits,
  Routes,
  type APIChannel,
  type APIGuild,
  type APIGuildMember,
  type APIOverwrite,
  type APIUser,
} from 'discord.js';
import { withDiscordFailure } from '../discord-failure.ts';
import type { DiscordParts } from '../discord-parts.ts';
import { missingPermissions, type PermissionName } from './permissions.ts';

export interface CheckedChannel {
  readonly name: string;
  /** The name or id in the config. */
  readonly listedAs: string;
  /** The permissions that Steward lacks in the channel. */
  readonly missing: readonly PermissionName[];
  readonly readableByEveryone: boolean;
}

/** Computes Steward's permissions in each listed channel from REST alone, without the gateway. */
export async function checkChannels({
  rest,
  guildIds,
  listed,
}: Pick<DiscordParts, 'rest' | 'guildIds' | 'listed'>): Promise<readonly CheckedChannel[]> {
  const get = <Answer>(route: `/${string}`) => withDiscordFailure<Answer>('the channels', rest.get(route));
  const { id: botId } = await get<APIUser>(Routes.user());
  const found = guildIds.map(async (guildId) => {
    const [guild, member, channels] = await Promise.all([
      get<APIGuild>(Routes.guild(guildId)),
      get<APIGuildMember>(Routes.guildMember(guildId, botId)),
      get<readonly APIChannel[]>(Routes.guildChannels(guildId)),
    ]);
    return channels.flatMap((channel): readonly CheckedChannel[] => {
      const listedAs = listed.get(channel.id);
      if (listedAs === undefined) return [];
      const overwrites = 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : [];
      const held = permissionsOf({ guild, roleIds: member.roles, userId: botId, overwrites });
      const everyone = permissionsOf({ guild, roleIds: [], userId: '', overwrites });
      const readableByEveryone = (everyone & PermissionFlagsBits.ViewChannel) !== 0n;
      const name = channel.name ?? channel.id;
      return [{ name, listedAs, missing: missingPermissions(held), readableByEveryone }];
    });
  });
  return (await Promise.all(found)).flat();
}

/** Discord's rule: overwrites for @everyone apply first, then all roles together, then the member's. Administrators have all. */
function permissionsOf({
  guild,
  roleIds,
  userId,
  overwrites,
}: {
  readonly guild: APIGuild;
  readonly roleIds: readonly string[];
  readonly userId: string;
  readonly overwrites: readonly APIOverwrite[];
}): bigint {
  const own = guild.roles.filter(({ id }) => id === guild.id || roleIds.includes(id));
  const base = own.reduce((all, { permissions }) => all | BigInt(permissions), 0n);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return ~0n;
  const apply = (held: bigint, which: readonly APIOverwrite[]): bigint => {
    const bits = (key: 'allow' | 'deny') => which.reduce((all, one) => all | BigInt(one[key]), 0n);
    return (held & ~bits('deny')) | bits('allow');
  };
  const layers = [[guild.id], roleIds, [userId]];
  return layers.reduce(
    (held, ids) =>
      apply(
        held,
        overwrites.filter(({ id }) => ids.includes(id)),
      ),
    base,
  );
}
