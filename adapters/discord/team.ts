import { RESTJSONErrorCodes, Routes, type APIGuildMember, type REST } from 'discord.js';
import { discordFailure, isCode } from './discord-errors.ts';

export interface TeamSettings {
  readonly memberIds: readonly string[];
  readonly roleIds: readonly string[];
}

export interface Team {
  /** What the gateway says with a message: the roles of its author now. */
  readonly noteRoles: (guildId: string, userId: string, roleIds: readonly string[]) => void;
  readonly includes: (guildId: string, userId: string) => Promise<boolean>;
}

const keptMilliseconds = 10 * 60_000;
const maxKept = 10_000;

/**
 * Who belongs to the team, by id or by role. Messages over REST carry no roles: those of a person who has not spoken
 * lately are fetched once and kept for ten minutes.
 */
export function createTeam({
  rest,
  settings,
  now,
}: {
  readonly rest: REST;
  readonly settings: TeamSettings;
  readonly now: () => Date;
}): Team {
  const kept = new Map<string, { readonly isTeam: boolean; readonly until: number }>();
  const pending = new Map<string, Promise<readonly string[]>>();
  const byId = new Set(settings.memberIds);
  const byRole = new Set(settings.roleIds);
  const keep = (key: string, roleIds: readonly string[]) => {
    const isTeam = roleIds.some((id) => byRole.has(id));
    kept.delete(key);
    kept.set(key, { isTeam, until: now().getTime() + keptMilliseconds });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return isTeam;
  };
  return {
    noteRoles: (guildId, userId, roleIds) => void keep(`${guildId} ${userId}`, roleIds),
    async includes(guildId, userId) {
      if (byId.has(userId)) return true;
      if (byRole.size === 0) return false;
      const key = `${guildId} ${userId}`;
      const entry = kept.get(key);
      if (entry && entry.until > now().getTime()) return entry.isTeam;
      // Several messages of one person are often looked at together.
      const asked = pending.get(key) ?? rolesOf(rest, guildId, userId);
      pending.set(key, asked);
      try {
        return keep(key, await asked);
      } finally {
        pending.delete(key);
      }
    },
  };
}

async function rolesOf(rest: REST, guildId: string, userId: string): Promise<readonly string[]> {
  try {
    return ((await rest.get(Routes.guildMember(guildId, userId))) as APIGuildMember).roles;
  } catch (error) {
    // Who has left the server is no team member any more.
    if (isCode(error, RESTJSONErrorCodes.UnknownMember, RESTJSONErrorCodes.UnknownUser)) return [];
    throw discordFailure(error, `the server ${guildId}`);
  }
}
