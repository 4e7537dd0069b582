import { GatewayDispatchEvents, type APIMessage, type APIThreadChannel, type APIUser } from 'discord.js';
import { snowflakeAt } from '../../../../domain/values/snowflake.ts';
import type { RouteParts } from '../rest/rest-request.ts';
import type { Files, GivenFile } from '../rest/files.ts';
import { addMessage, addThread, findMessage, removeMessage } from '../world/messages.ts';
import { channelId, locationIdOf, user, type Member, type World } from '../world/world.ts';

export interface Saying {
  /** The member's name, in any letter case. An unknown member joins. */
  readonly by: string;
  readonly text: string;
  /** Gives or takes the team's role. By default it does not change. */
  readonly team?: boolean;
  /** Whether the author is a bot, other than Steward. */
  readonly bot?: boolean;
  /** A channel's name, or the id of a channel or thread. */
  readonly in?: string;
  readonly replyTo?: string;
  /** The id of a forwarded message, which has no text of its own. */
  readonly forwards?: string;
  readonly hoursAgo?: number;
  /** A forum post's first message has its thread's id. */
  readonly id?: string;
  readonly files?: readonly GivenFile[];
}

/** Discord's limit for members with Nitro. */
export const maxSayingChars = 4_000;

/** Each action throws for an unknown message, channel or thread; `say` throws a `RangeError` for a bad length. */
export interface Members {
  readonly person: (name: string, team?: boolean) => Member;
  readonly say: (saying: Saying) => APIMessage;
  readonly edit: (messageId: string, text: string) => void;
  /** Adds a link preview, which causes an update that is no edit. */
  readonly preview: (messageId: string) => void;
  readonly remove: (messageId: string) => void;
  readonly react: (reaction: {
    readonly by: string;
    readonly on: string;
    readonly emoji: string;
    readonly team?: boolean;
  }) => void;
  /** A client sends this every eight to ten seconds while a member types. */
  readonly type: (typing: Pick<Saying, 'by' | 'in'>) => void;
  /** Returns the thread's id. */
  readonly openThread: (thread: {
    readonly by: string;
    readonly name: string;
    /** A message's id, or a channel's name for a thread without one. */
    readonly on: string;
    /** The ids of a forum post's tags. */
    readonly tags?: readonly string[];
    /** A private thread that Steward was added to. */
    readonly isPrivate?: boolean;
  }) => string;
  /** Sets the tags of a forum post. */
  readonly tag: (threadId: string, tagIds: readonly string[]) => void;
  /** Discord does this with inactive threads. */
  readonly archive: (threadId: string) => void;
}

interface Guild extends Pick<RouteParts, 'world' | 'gateway'> {
  readonly files: Files;
  readonly person: Members['person'];
}

export function createMembers(parts: Omit<Guild, 'person'>): Members {
  const guild = { ...parts, person: joining(parts.world) };
  return { person: guild.person, ...writing(guild), ...besideWriting(guild), ...threads(guild) };
}

function joining(world: World): Members['person'] {
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase();
  const idsByName = new Map([...world.members.values()].map(({ user: one }) => [keyOf(nameOf(one)), one.id]));
  return (name, team) => {
    const id = idsByName.get(keyOf(name)) ?? world.newId();
    idsByName.set(keyOf(name), id);
    const known = world.members.get(id) ?? { user: user(id, name), roles: [] };
    const roles = team === undefined ? known.roles : team ? [world.teamRoleId] : [];
    const member = { ...known, roles };
    world.members.set(id, member);
    return member;
  };
}

function existing(world: World, messageId: string): APIMessage {
  const message = findMessage(world, messageId);
  if (!message) throw new Error(`no message ${messageId}`);
  return message;
}

function writing({
  world,
  gateway,
  files,
  person,
}: Guild): Pick<Members, 'say' | 'edit' | 'preview' | 'remove'> {
  const inGuild = (message: APIMessage) => {
    const { user: _, ...member } = world.members.get(message.author.id) ?? { user: null };
    return { ...message, guild_id: world.guildId, member };
  };
  const change = (messageId: string, changes: Partial<APIMessage>) => {
    const message = Object.assign(existing(world, messageId), changes);
    gateway.send(GatewayDispatchEvents.MessageUpdate, inGuild(message));
  };
  /** Keeps the ids of past messages unique. */
  let older = 0n;
  const idOf = (hoursAgo: number | undefined) =>
    hoursAgo === undefined
      ? undefined
      : String(BigInt(snowflakeAt(new Date(Date.now() - hoursAgo * 3_600_000))) + (older += 1n));
  return {
    say: ({ by, text, team, bot = false, replyTo, forwards, hoursAgo, files: given = [], ...saying }) => {
      const isEmpty = text.trim() === '' && given.length === 0 && forwards === undefined;
      if (isEmpty || text.length > maxSayingChars)
        throw new RangeError(`A message has 1 to ${maxSayingChars} characters, not ${text.length}.`);
      const location = locationIdOf(world, saying.in ?? 'help');
      const id = saying.id ?? idOf(hoursAgo);
      const message = addMessage(world, {
        author: { ...person(by, team).user, bot },
        channelId: location,
        content: text,
        replyToId: replyTo ?? null,
        ...(forwards !== undefined && { forwards: existing(world, forwards) }),
        attachments: given.map((file) => files.attach({ ...file, id: world.newId(), channelId: location })),
        ...(id !== undefined && { id }),
      });
      gateway.send(GatewayDispatchEvents.MessageCreate, inGuild(message));
      return message;
    },

    edit: (messageId, text) =>
      change(messageId, { content: text, edited_timestamp: new Date().toISOString() }),

    preview: (messageId) => change(messageId, { embeds: [{ title: 'a preview' }] }),

    remove: (messageId) => {
      const message = existing(world, messageId);
      removeMessage(world, message);
      const event = { id: messageId, channel_id: message.channel_id, guild_id: world.guildId };
      gateway.send(GatewayDispatchEvents.MessageDelete, event);
    },
  };
}

const besideWriting = ({ world, gateway, person }: Guild): Pick<Members, 'react' | 'type'> => ({
  react: ({ by, on, emoji, team }) => {
    const member = person(by, team);
    const { channel_id: place, author } = existing(world, on);
    gateway.send(GatewayDispatchEvents.MessageReactionAdd, {
      user_id: member.user.id,
      channel_id: place,
      message_id: on,
      guild_id: world.guildId,
      member,
      emoji: { id: null, name: emoji },
      message_author_id: author.id,
      burst: false,
      type: 0,
    });
  },

  type: ({ by, in: where = 'help' }) => {
    const member = person(by);
    gateway.send(GatewayDispatchEvents.TypingStart, {
      channel_id: locationIdOf(world, where),
      guild_id: world.guildId,
      user_id: member.user.id,
      timestamp: Math.floor(Date.now() / 1_000),
      member,
    });
  },
});

const threads = ({ world, gateway, person }: Guild): Pick<Members, 'openThread' | 'tag' | 'archive'> => ({
  openThread: ({ by, on, ...options }) => {
    const message = findMessage(world, on);
    const parentId = message?.channel_id ?? channelId(world, on);
    const id = message ? on : world.newId();
    const thread = addThread(world, { id, parentId, ownerId: person(by).user.id, ...options });
    gateway.send(GatewayDispatchEvents.ThreadCreate, { ...thread, newly_created: true });
    return id;
  },

  tag: (threadId, tagIds) => {
    const tagged = { ...threadIn(world, threadId), applied_tags: [...tagIds] };
    world.threads.set(threadId, tagged);
    gateway.send(GatewayDispatchEvents.ThreadUpdate, tagged);
  },

  archive: (threadId) => {
    const thread = threadIn(world, threadId);
    if (!thread.thread_metadata) return;
    thread.thread_metadata.archived = true;
    thread.thread_metadata.archive_timestamp = new Date().toISOString();
    gateway.send(GatewayDispatchEvents.ThreadUpdate, thread);
  },
});

function threadIn({ threads }: World, id: string): APIThreadChannel {
  const thread = threads.get(id);
  if (!thread) throw new Error(`no thread ${id}`);
  return thread;
}

const nameOf = ({ global_name: name, username }: APIUser): string => name ?? username;
