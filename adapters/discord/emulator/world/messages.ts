import { ChannelType, MessageType, type APIMessage, type APIThreadChannel, type APIUser } from 'discord.js';
import { snowflakeTime } from '../../../../domain/values/snowflake.ts';
import type { World } from './world.ts';

export function findMessage(world: World, messageId: string): APIMessage | null {
  for (const messages of world.messages.values()) {
    const message = messages.find(({ id }) => id === messageId);
    if (message) return message;
  }
  return null;
}

export function removeMessage(world: World, { id, channel_id: location }: APIMessage): void {
  const others = world.messages.get(location)?.filter((message) => message.id !== id);
  if (others) world.messages.set(location, others);
  for (const other of others ?? []) if (other.referenced_message?.id === id) other.referenced_message = null;
}

interface NewMessage {
  readonly author: APIUser;
  readonly channelId: string;
  readonly content: string;
  readonly replyToId?: string | null;
  readonly id?: string;
  readonly nonce?: string;
  readonly flags?: number;
  readonly components?: unknown;
}

/** A message as the gateway sends it, with its author as a member of the server. */
export function inGuild({ members, guildId }: World, message: APIMessage): object {
  const { user: _, ...member } = members.get(message.author.id) ?? { user: null };
  return { ...message, guild_id: guildId, member };
}

/** Adds a message in the shape of Discord's REST API, which has no member of the author. */
export function addMessage(world: World, message: NewMessage): APIMessage {
  const {
    author,
    channelId,
    content,
    replyToId,
    nonce,
    flags = 0,
    components = [],
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
    // Discord trims messages.
    content: content.trim(),
    timestamp: snowflakeTime(id).toISOString().replace('Z', '000+00:00'),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: mentioned.map(({ user: one }) => one),
    mention_roles: [],
    attachments: [],
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
  const messages = world.messages.get(channelId) ?? [];
  const isLast = BigInt(messages.at(-1)?.id ?? 0) < BigInt(id);
  messages.push(made);
  if (!isLast) messages.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  return made;
}

export function addThread(
  world: World,
  thread: {
    readonly id: string;
    readonly parentId: string;
    readonly ownerId: string;
    readonly name: string;
    readonly isPrivate?: boolean;
    readonly tags?: readonly string[];
  },
): APIThreadChannel {
  const made = {
    id: thread.id,
    type: thread.isPrivate ? ChannelType.PrivateThread : ChannelType.PublicThread,
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
