import { PermissionFlagsBits } from 'discord.js';
import type { World } from './world.ts';

const usual =
  PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages | PermissionFlagsBits.ReadMessageHistory;

const role = (id: string, name: string, position: number) => ({
  id,
  name,
  color: 0,
  hoist: false,
  position,
  permissions: String(usual),
  managed: false,
  mentionable: false,
  flags: 0,
});

/** The guild as GUILD_CREATE and GET /guilds show it. */
export const guildPayload = (world: World) => ({
  id: world.guildId,
  name: 'Our server',
  owner_id: world.bot.id,
  roles: [role(world.everyoneRoleId, '@everyone', 0), role(world.teamRoleId, 'Team', 1)],
  emojis: [],
  stickers: [],
  features: [],
  channels: [...world.channels.values()],
  threads: [...world.threads.values()],
  members: [
    { user: world.bot, roles: [], joined_at: new Date().toISOString(), deaf: false, mute: false, flags: 0 },
  ],
  member_count: world.members.size,
  voice_states: [],
  presences: [],
  stage_instances: [],
  guild_scheduled_events: [],
  soundboard_sounds: [],
  joined_at: new Date().toISOString(),
  large: false,
  unavailable: false,
  preferred_locale: 'en-US',
});
