import {
  ChannelType,
  MessageType,
  PermissionFlagsBits,
  type APIAttachment,
  type APIMessage,
  type APIThreadChannel,
  type APIUser,
} from 'discord.js';
import { snowflakeTime } from '../../../domain/values/snowflake.ts';

/** What the server of our own knows: one guild with its channels, people and messages, in Discord's own shapes. */
export interface World {
  readonly guildId: string;
  readonly bot: APIUser;
  readonly everyoneRoleId: string;
  readonly teamRoleId: string;
  /** May be mentioned by everyone. */
  readonly helperRoleId: string;
  /** The role that Discord makes for the bot, and what it may do unless a channel says otherwise. */
  readonly botRoleId: string;
  botPermissions: bigint;
  readonly channels: Map<string, FakeChannel>;
  readonly members: Map<string, { readonly user: APIUser; readonly roles: readonly string[] }>;
  readonly threads: Map<string, APIThreadChannel>;
  /** By channel or thread, oldest first. */
  readonly messages: Map<string, APIMessage[]>;
  /** `<message id> <emoji>`, as Steward set them. */
  readonly reactions: string[];
  /** As they were registered last, for each server. */
  readonly commands: Map<string, readonly object[]>;
  readonly newId: () => string;
}

export interface FakeChannel {
  readonly id: string;
  readonly type: ChannelType.GuildText | ChannelType.GuildForum;
  readonly name: string;
  readonly guild_id: string;
  readonly position: number;
  readonly permission_overwrites: readonly Overwrite[];
  readonly parent_id: null;
  readonly available_tags: readonly { readonly id: string; readonly name: string }[];
}

export interface Overwrite {
  readonly id: string;
  readonly type: 0;
  readonly allow: string;
  readonly deny: string;
}

const usualPermissions =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.CreatePublicThreads |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.SendMessagesInThreads;

const discordEpoch = 1_420_070_400_000;

export function createWorld(): World {
  let lastId = 0n;
  const newId = () => {
    const now = BigInt(Date.now() - discordEpoch) << 22n;
    lastId = now > lastId ? now : lastId + 1n;
    return String(lastId);
  };
  const guildId = newId();
  const bot = user(newId(), 'Steward', true);
  const world: World = {
    guildId,
    bot,
    everyoneRoleId: guildId,
    teamRoleId: newId(),
    helperRoleId: newId(),
    botRoleId: newId(),
    botPermissions: usualPermissions,
    channels: new Map(),
    members: new Map(),
    threads: new Map(),
    messages: new Map(),
    reactions: [],
    commands: new Map(),
    newId,
  };
  world.members.set(bot.id, { user: bot, roles: [world.botRoleId] });
  const view = String(PermissionFlagsBits.ViewChannel);
  const hidden: readonly Overwrite[] = [
    { id: guildId, type: 0, allow: '0', deny: view },
    { id: world.botRoleId, type: 0, allow: view, deny: '0' },
  ];
  for (const [name, type, overwrites] of [
    ['help', ChannelType.GuildText, []],
    ['lounge', ChannelType.GuildText, []],
    ['staff', ChannelType.GuildText, hidden],
    ['ideas', ChannelType.GuildForum, []],
  ] as const) {
    addChannel(world, { name, type, overwrites });
  }
  return world;
}

export function addChannel(
  world: World,
  {
    name,
    type = ChannelType.GuildText,
    overwrites = [],
  }: {
    readonly name: string;
    readonly type?: FakeChannel['type'];
    readonly overwrites?: readonly Overwrite[];
  },
): void {
  const id = world.newId();
  world.channels.set(id, {
    id,
    type,
    name,
    guild_id: world.guildId,
    position: world.channels.size,
    permission_overwrites: overwrites,
    parent_id: null,
    available_tags: type === ChannelType.GuildForum ? [{ id: world.newId(), name: 'Setup' }] : [],
  });
  world.messages.set(id, []);
}

export const user = (id: string, name: string, bot = false): APIUser => ({
  id,
  username: name.toLowerCase(),
  global_name: name,
  discriminator: '0',
  avatar: null,
  bot,
});

export function findMessage(world: World, messageId: string): APIMessage | null {
  for (const messages of world.messages.values()) {
    const found = messages.find(({ id }) => id === messageId);
    if (found) return found;
  }
  return null;
}

export function removeMessage(world: World, messageId: string): void {
  for (const [place, messages] of world.messages) {
    if (messages.some(({ id }) => id === messageId))
      world.messages.set(
        place,
        messages.filter(({ id }) => id !== messageId),
      );
  }
}

/** Whether the bot may do something in a channel, or in the channel of a thread. */
export function botMay(world: World, placeId: string, permission: bigint): boolean {
  const channel = world.channels.get(world.threads.get(placeId)?.parent_id ?? placeId);
  let allowed = world.botPermissions;
  for (const role of [world.everyoneRoleId, world.botRoleId]) {
    const overwrite = channel?.permission_overwrites.find(({ id }) => id === role);
    if (overwrite) allowed = (allowed & ~BigInt(overwrite.deny)) | BigInt(overwrite.allow);
  }
  return (allowed & permission) !== 0n;
}

/** Takes something from the bot's role in one channel. */
export function denyBot(world: World, channelId: string, permission: bigint): void {
  const channel = world.channels.get(channelId);
  if (!channel) throw new Error(`no channel ${channelId}`);
  const others = channel.permission_overwrites.filter(({ id }) => id !== world.botRoleId);
  const own = { id: world.botRoleId, type: 0, allow: '0', deny: String(permission) } as const;
  world.channels.set(channelId, { ...channel, permission_overwrites: [...others, own] });
}

export interface NewMessage {
  readonly author: APIUser;
  readonly channelId: string;
  readonly content: string;
  readonly replyToId?: string | null;
  readonly id?: string;
  readonly nonce?: string;
  readonly flags?: number;
  readonly components?: unknown;
  readonly attachments?: readonly APIAttachment[];
}

/** Keeps a message as Discord would show it over REST: without the author's member. */
export function addMessage(world: World, message: NewMessage): APIMessage {
  const {
    author,
    channelId,
    content,
    replyToId,
    nonce,
    flags = 0,
    components = [],
    attachments = [],
    id = world.newId(),
  } = message;
  const referenced = replyToId ? findMessage(world, replyToId) : null;
  const mentioned = [...content.matchAll(/<@!?(\d+)>/g)].flatMap(
    ([, id = '']) => world.members.get(id) ?? [],
  );
  const made = {
    id,
    channel_id: channelId,
    author,
    // Discord takes white space off both ends.
    content: content.trim(),
    timestamp: snowflakeTime(id).toISOString().replace('Z', '000+00:00'),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: mentioned.map(({ user: one }) => one),
    mention_roles: [],
    attachments,
    embeds: [],
    components,
    pinned: false,
    type: replyToId ? MessageType.Reply : MessageType.Default,
    flags,
    ...(nonce !== undefined && { nonce }),
    ...(replyToId && {
      message_reference: { type: 0, channel_id: channelId, message_id: replyToId, guild_id: world.guildId },
      referenced_message: referenced,
    }),
  } as unknown as APIMessage;
  const messages = world.messages.get(channelId);
  messages?.push(made);
  messages?.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  return made;
}

export function addThread(
  world: World,
  thread: {
    readonly id: string;
    readonly parentId: string;
    readonly ownerId: string;
    readonly name: string;
    readonly tags?: readonly string[];
  },
): APIThreadChannel {
  const made = {
    id: thread.id,
    type: ChannelType.PublicThread,
    guild_id: world.guildId,
    parent_id: thread.parentId,
    owner_id: thread.ownerId,
    name: thread.name,
    message_count: 0,
    member_count: 1,
    applied_tags: thread.tags ?? [],
    rate_limit_per_user: 0,
    thread_metadata: {
      archived: false,
      auto_archive_duration: 1440,
      archive_timestamp: new Date().toISOString(),
      locked: false,
    },
  } as unknown as APIThreadChannel;
  world.threads.set(made.id, made);
  world.messages.set(made.id, world.messages.get(made.id) ?? []);
  return made;
}
