import { PermissionFlagsBits, Routes } from 'discord.js';
import { z } from 'zod';
import { parsedAnswer, withDiscordFailure } from '../discord-failure.ts';
import type { DiscordParts } from '../discord-parts.ts';
import { heldRoles } from './people.ts';
import { missingPermissions, type PermissionName } from './permissions.ts';

export interface CheckedChannel {
  readonly name: string;
  /** The name or id in the config. */
  readonly listedAs: string;
  /** The permissions that Steward lacks in the channel. */
  readonly missing: readonly PermissionName[];
  readonly readableByEveryone: boolean;
}

const bits = z.string().regex(/^\d+$/u);
const shownGuild = z.object({
  id: z.string(),
  roles: z.array(z.object({ id: z.string(), permissions: bits })),
});
const shownChannels = z.array(
  z.object({
    id: z.string(),
    name: z.string().nullish(),
    permission_overwrites: z.array(z.object({ id: z.string(), allow: bits, deny: bits })).nullish(),
  }),
);

/** Computes Steward's permissions in each listed channel from REST alone, without the gateway. */
export async function checkChannels({
  rest,
  guildIds,
  listed,
}: Pick<DiscordParts, 'rest' | 'guildIds' | 'listed'>): Promise<readonly CheckedChannel[]> {
  const get = async <Schema extends z.ZodType>(route: `/${string}`, schema: Schema) =>
    parsedAnswer('the channels', await withDiscordFailure('the channels', rest.get(route)), schema);
  const { id: botId } = await get(Routes.user(), z.object({ id: z.string() }));
  const problemsByGuild = guildIds.map(async (guildId) => {
    const [guild, member, channels] = await Promise.all([
      get(Routes.guild(guildId), shownGuild),
      get(Routes.guildMember(guildId, botId), heldRoles),
      get(Routes.guildChannels(guildId), shownChannels),
    ]);
    return channels.flatMap((channel): readonly CheckedChannel[] => {
      const listedAs = listed.get(channel.id);
      if (listedAs === undefined) return [];
      const overwrites = channel.permission_overwrites ?? [];
      const heldPermissions = permissionsOf({ guild, roleIds: member.roles, userId: botId, overwrites });
      const everyone = permissionsOf({ guild, roleIds: [], userId: '', overwrites });
      const readableByEveryone = (everyone & PermissionFlagsBits.ViewChannel) !== 0n;
      const name = channel.name ?? channel.id;
      return [{ name, listedAs, missing: missingPermissions(heldPermissions), readableByEveryone }];
    });
  });
  return (await Promise.all(problemsByGuild)).flat();
}

/** How many members the servers have together, as far as Discord counts them. */
export async function countMembers({
  rest,
  guildIds,
}: Pick<DiscordParts, 'rest' | 'guildIds'>): Promise<number> {
  const query = new URLSearchParams({ with_counts: 'true' });
  const counts = guildIds.map(async (guildId) => {
    const guild = await withDiscordFailure('the server', rest.get(Routes.guild(guildId), { query }));
    return z.object({ approximate_member_count: z.number().catch(0) }).parse(guild).approximate_member_count;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

type Overwrite = NonNullable<z.infer<typeof shownChannels>[number]['permission_overwrites']>[number];

/** Discord's rule: overwrites for @everyone apply first, then all roles together, then the member's. Administrators have all. */
function permissionsOf({
  guild,
  roleIds,
  userId,
  overwrites,
}: {
  readonly guild: z.infer<typeof shownGuild>;
  readonly roleIds: readonly string[];
  readonly userId: string;
  readonly overwrites: readonly Overwrite[];
}): bigint {
  const ownRoles = guild.roles.filter(({ id }) => id === guild.id || roleIds.includes(id));
  const base = ownRoles.reduce((all, { permissions }) => all | BigInt(permissions), 0n);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return ~0n;
  const apply = (held: bigint, which: readonly Overwrite[]): bigint => {
    const all = (key: 'allow' | 'deny') => which.reduce((sum, one) => sum | BigInt(one[key]), 0n);
    return (held & ~all('deny')) | all('allow');
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
