import {
  ChannelType,
  PermissionFlagsBits,
  type APIMessage,
  type APIThreadChannel,
  type APIUser,
} from 'discord.js';
import { snowflakeAt } from '../../../../domain/values/snowflake.ts';

/** The emulator's data: one guild with its channels, people and messages, in Discord's own shapes. */
export interface World {
  readonly guildId: string;
  readonly bot: APIUser;
  readonly everyoneRoleId: string;
  readonly teamRoleId: string;
  /** A role that everyone may mention. */
  readonly helperRoleId: string;
  /** The role that Discord creates for the bot, with `botPermissions`. */
  readonly botRoleId: string;
  readonly channels: Map<string, Channel>;
  readonly members: Map<string, Member>;
  readonly threads: Map<string, APIThreadChannel>;
  /** By channel or thread id, oldest first. */
  readonly messages: Map<string, APIMessage[]>;
  /** Steward's reactions: `<message id> <emoji>`. */
  readonly reactions: string[];
  /** Where Steward has shown that it is typing, oldest first. */
  readonly typing: string[];
  /** The first message with each nonce. */
  readonly nonces: Map<string, APIMessage>;
  /** Each id is greater than all earlier ones. */
  readonly newId: () => string;
}

export interface Member {
  readonly user: APIUser;
  readonly roles: readonly string[];
}

export interface Channel {
  readonly id: string;
  readonly type: ChannelType.GuildText | ChannelType.GuildForum;
  readonly name: string;
  readonly guild_id: string;
  readonly position: number;
  readonly permission_overwrites: readonly {
    readonly id: string;
    readonly type: 0;
    readonly allow: string;
    readonly deny: string;
  }[];
  readonly parent_id: null;
  readonly available_tags: readonly { readonly id: string; readonly name: string }[];
}

export const botPermissions =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.CreatePublicThreads |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.SendMessagesInThreads;

/** A guild without channels whose only member is Steward. */
export function createWorld(): World {
  const newId = idsAfter('0');
  const guildId = newId();
  const bot = user(newId(), 'Steward', true);
  const botRoleId = newId();
  return {
    guildId,
    bot,
    everyoneRoleId: guildId,
    teamRoleId: newId(),
    helperRoleId: newId(),
    botRoleId,
    channels: new Map(),
    members: new Map([[bot.id, { user: bot, roles: [botRoleId] }]]),
    threads: new Map(),
    messages: new Map(),
    reactions: [],
    typing: [],
    nonces: new Map(),
    newId,
  };
}

/** Bots that were made before August 2016 have another id than their application. So has this one. */
export const applicationIdOf = ({ guildId }: Pick<World, 'guildId'>): string => String(BigInt(guildId) - 1n);

/** Ten bits of a snowflake name the process that made it, so that two emulators give no id twice in one millisecond. */
const processBits = (process.pid % 1024) << 12;

/** Generates snowflakes of the current time, each greater than the one before and than `last`. */
export function idsAfter(last: string): () => string {
  let lastId = BigInt(last);
  return () => {
    const now = BigInt(snowflakeAt(new Date(), processBits));
    lastId = now > lastId ? now : lastId + 1n;
    return String(lastId);
  };
}

export function addChannel(
  world: World,
  { name, ...special }: Pick<Channel, 'name'> & Partial<Channel>,
): void {
  const { id = world.newId() } = special;
  world.channels.set(id, {
    id,
    type: ChannelType.GuildText,
    name,
    guild_id: world.guildId,
    position: world.channels.size,
    permission_overwrites: [],
    parent_id: null,
    available_tags: [],
    ...special,
  });
  world.messages.set(id, []);
}

/** Throws if there is no such channel. */
export function channelId(world: World, name: string): string {
  const namedChannel = [...world.channels.values()].find((channel) => channel.name === name);
  if (!namedChannel) throw new Error(`no channel ${name}`);
  return namedChannel.id;
}

/** Accepts a channel's name or id, or a thread's id. */
export const locationIdOf = (world: World, name: string): string =>
  world.threads.has(name) || world.channels.has(name) ? name : channelId(world, name);

export const user = (id: string, name: string, bot = false): APIUser => ({
  id,
  username: name.toLowerCase(),
  global_name: name,
  discriminator: '0',
  avatar: null,
  bot,
});

export const isArchived = (thread: APIThreadChannel | undefined): boolean =>
  thread?.thread_metadata?.archived === true;
