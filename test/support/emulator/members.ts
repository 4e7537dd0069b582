import { GatewayDispatchEvents, type APIMessage, type APIThreadChannel } from 'discord.js';
import type { Emulator } from '../../../adapters/discord/emulator/emulator.ts';
import type { Saying } from '../../../adapters/discord/emulator/members/members.ts';
import {
  addMessage,
  addThread,
  findMessage,
  inGuild,
  removeMessage,
} from '../../../adapters/discord/emulator/world/messages.ts';
import { locationIdOf, type World } from '../../../adapters/discord/emulator/world/world.ts';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import type { Files, GivenFile } from './files.ts';

export interface TestSaying extends Saying {
  /** Whether the author is a bot, other than Steward. */
  readonly bot?: boolean;
  /** The id of a forwarded message, which has no text of its own. */
  readonly forwards?: string;
  readonly hoursAgo?: number;
  /** A forum post's first message has its thread's id. */
  readonly id?: string;
  readonly files?: readonly GivenFile[];
}

/** What members do beside those of the demo. Each action throws for an unknown message, channel or thread. */
export interface TestMembers {
  readonly say: (saying: TestSaying) => APIMessage;
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
  /** Discord does this with inactive threads. */
  readonly archive: (threadId: string) => void;
}

type Guild = Pick<Emulator, 'world' | 'gateway' | 'person'>;

export const createTestMembers = (guild: Guild, files: Files): TestMembers => ({
  say: saying(guild, files),
  ...changing(guild),
  ...besideWriting(guild),
});

function saying({ world, gateway, person }: Guild, files: Files): TestMembers['say'] {
  /** Keeps the ids of past messages unique. */
  let older = 0n;
  const idOf = (hoursAgo: number | undefined) =>
    hoursAgo === undefined
      ? undefined
      : String(BigInt(snowflakeAt(new Date(Date.now() - hoursAgo * 3_600_000))) + (older += 1n));
  return ({ by, text, team, bot = false, replyTo, forwards, hoursAgo, files: given = [], ...where }) => {
    const channelId = locationIdOf(world, where.in ?? 'help');
    const message = addMessage(world, {
      author: { ...person(by, team).user, bot },
      channelId,
      content: text,
      replyToId: replyTo ?? null,
      id: where.id ?? idOf(hoursAgo),
    });
    const attachments = given.map((file) => files.attach({ ...file, id: world.newId(), channelId }));
    Object.assign(message, { attachments, ...(forwards !== undefined && forwarding(world, forwards)) });
    gateway.send(GatewayDispatchEvents.MessageCreate, inGuild(world, message));
    return message;
  };
}

function forwarding(world: World, messageId: string) {
  const message = existing(world, messageId);
  return {
    message_reference: { type: 1, channel_id: message.channel_id, message_id: message.id },
    message_snapshots: [{ message }],
  };
}

function existing(world: World, messageId: string): APIMessage {
  const message = findMessage(world, messageId);
  if (!message) throw new Error(`no message ${messageId}`);
  return message;
}

function changing({ world, gateway }: Guild): Pick<TestMembers, 'edit' | 'preview' | 'remove'> {
  const change = (messageId: string, changes: Partial<APIMessage>) => {
    const message = Object.assign(existing(world, messageId), changes);
    gateway.send(GatewayDispatchEvents.MessageUpdate, inGuild(world, message));
  };
  return {
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

const besideWriting = ({
  world,
  gateway,
  person,
}: Guild): Pick<TestMembers, 'react' | 'type' | 'openThread' | 'archive'> => ({
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

  openThread: ({ by, on, ...options }) => {
    const message = findMessage(world, on);
    const parentId = message?.channel_id ?? locationIdOf(world, on);
    const id = message ? on : world.newId();
    const thread = addThread(world, { id, parentId, ownerId: person(by).user.id, ...options });
    gateway.send(GatewayDispatchEvents.ThreadCreate, { ...thread, newly_created: true });
    return id;
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
