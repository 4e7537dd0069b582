import { Routes, type REST } from 'discord.js';
import { z } from 'zod';
import { discordFailure, meaningOf, parsedAnswer } from '../discord-failure.ts';
import { setBounded } from '../../../domain/values/bounded.ts';

export interface TeamSettings {
  readonly memberIds: readonly string[];
  readonly roleIds: readonly string[];
}

export type People = ReturnType<typeof createPeople>;

const keptMilliseconds = 10 * 60_000;
/** Shorter than any window: whoever has lost the role when the window ends does not speak for the team. */
const teamMilliseconds = 1_000;
const maxKept = 10_000;

/** Messages fetched over REST have no roles, so unknown roles are fetched, and cached: that somebody has none for ten minutes. */
export function createPeople(rest: REST, { memberIds, roleIds: teamRoleIds }: TeamSettings, now: () => Date) {
  const rolesByPerson = new Map<string, { readonly roleIds: readonly string[]; readonly until: number }>();
  const pending = new Map<string, Promise<readonly string[]>>();
  const remember = (key: string, roleIds: readonly string[]) => {
    const relevantIds = roleIds.filter((id) => teamRoleIds.includes(id));
    const milliseconds = relevantIds.length > 0 ? teamMilliseconds : keptMilliseconds;
    const value = { roleIds: relevantIds, until: now().getTime() + milliseconds };
    setBounded(rolesByPerson, { key, value, max: maxKept });
    return relevantIds;
  };
  const rolesHeld = async (guildId: string, userId: string): Promise<readonly string[]> => {
    const key = `${guildId} ${userId}`;
    const entry = rolesByPerson.get(key);
    if (entry && entry.until > now().getTime()) return entry.roleIds;
    // Several messages by one person are often read at the same time.
    const lookup = pending.get(key) ?? rolesOf(rest, guildId, userId);
    pending.set(key, lookup);
    try {
      return remember(key, await lookup);
    } finally {
      pending.delete(key);
    }
  };
  return {
    /** Remembers the roles that came with a gateway event. */
    noteRoles: (guildId: string, userId: string, roleIds: readonly string[]): void =>
      void remember(`${guildId} ${userId}`, roleIds),
    isTeam: async (guildId: string, userId: string): Promise<boolean> =>
      memberIds.includes(userId) || (teamRoleIds.length > 0 && (await rolesHeld(guildId, userId)).length > 0),
  };
}

const heldRoles = z.object({ roles: z.array(z.string()) });

async function rolesOf(rest: REST, guildId: string, userId: string): Promise<readonly string[]> {
  const where = `the server ${guildId}`;
  try {
    return parsedAnswer(where, await rest.get(Routes.guildMember(guildId, userId)), heldRoles).roles;
  } catch (error) {
    // People who have left the server are no longer team members.
    if (meaningOf('read a member', error) !== null) return [];
    throw discordFailure(error, where);
  }
}
