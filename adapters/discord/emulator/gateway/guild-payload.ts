import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { botPermissions, isArchived, type World } from '../world/world.ts';

const usual =
  PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages | PermissionFlagsBits.ReadMessageHistory;

const role = (id: string, name: string, position: number, permissions: bigint = usual) => ({
  id,
  name,
  color: 0,
  hoist: false,
  position,
  permissions: String(permissions),
  managed: false,
  mentionable: false,
  flags: 0,
});

/** The `last_message_id` of a forum is the id of its last post. */
export const shownChannels = (world: World) =>
  [...world.channels.values()].map((channel) => ({
    ...channel,
    last_message_id:
      (channel.type === ChannelType.GuildForum
        ? [...world.threads.values()].findLast(({ parent_id: parent }) => parent === channel.id)?.id
        : world.messages.get(channel.id)?.at(-1)?.id) ?? null,
  }));

/** The guild in GUILD_CREATE and GET /guilds. */
export const guildPayload = (world: World) => ({
  id: world.guildId,
  name: 'Our server',
  owner_id: '100000000000000001',
  roles: [
    role(world.everyoneRoleId, '@everyone', 0),
    role(world.teamRoleId, 'Team', 1),
    { ...role(world.helperRoleId, 'Helpers', 1), mentionable: true },
    { ...role(world.botRoleId, 'Steward', 2, botPermissions), tags: { bot_id: world.bot.id } },
  ],
  emojis: [],
  stickers: [],
  features: [],
  channels: shownChannels(world),
  threads: [...world.threads.values()].filter((thread) => !isArchived(thread)),
  members: [
    {
      user: world.bot,
      roles: [world.botRoleId],
      joined_at: new Date().toISOString(),
      deaf: false,
      mute: false,
      flags: 0,
    },
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
