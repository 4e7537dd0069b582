import { MessageType, Routes, type APIChannel, type APIMessage } from 'discord.js';
import type { Message } from '../../../domain/intake/message.ts';
import { historyPageSize, type Chat, type MessageRef } from '../../../domain/ports/chat.ts';
import { meaningOf } from '../discord-failure.ts';
import { failingAt, isForum } from '../guild/directory.ts';
import type { DiscordParts } from '../discord-parts.ts';
import { listAfter, listMessages, listNewest, maxListed } from '../intake/list-messages.ts';
import { threadsSince } from '../intake/threads-since.ts';
import { readableOnly, type ToMessage } from '../intake/to-message.ts';

export type Reading = Pick<
  Chat,
  'fetchMessage' | 'fetchThread' | 'fetchAround' | 'ownMessagesAfter' | 'locationsSince' | 'messagesAfter'
>;

/** Reads messages: one by id, a thread, those around a message, and a location's history page by page. */
export function createReading(
  parts: Pick<DiscordParts, 'rest' | 'directory' | 'toMessage' | 'log'>,
): Reading {
  const { rest, directory, toMessage, log } = parts;
  const readable = readableOnly(toMessage, log);
  const at = failingAt(directory);
  const messageIn = async (locationId: string, messageId: string): Promise<APIMessage | null> => {
    try {
      return (await rest.get(Routes.channelMessage(locationId, messageId))) as APIMessage;
    } catch (error) {
      if (meaningOf('read a message', error) !== null) return null;
      throw error;
    }
  };
  /** A thread shows its starter as a copy; the message itself is in the parent channel. */
  const find = async ({ channelId, threadId, messageId }: MessageRef): Promise<APIMessage | null> => {
    const message = await messageIn(threadId ?? channelId, messageId);
    if (message && message.type !== MessageType.ThreadStarterMessage) return message;
    return threadId === messageId ? messageIn(channelId, messageId) : null;
  };
  const all = (messages: readonly APIMessage[]) =>
    readAll(
      readable,
      messages.filter(({ type }) => type !== MessageType.ThreadStarterMessage),
    );
  /** Null for a forum post: its first message is in the thread itself. */
  const starterOf = async (channelId: string, threadId: string): Promise<APIMessage | null> => {
    const location = await directory.locationOf(threadId);
    return location?.thread?.inForum ? null : messageIn(channelId, threadId);
  };

  return {
    fetchMessage: (ref) =>
      at(ref, async () => {
        const message = await find(ref);
        return message ? toMessage(message) : null;
      }),

    fetchThread: (thread) =>
      at(thread, async (threadId) => {
        const [starter, inside] = await Promise.all([
          starterOf(thread.channelId, threadId),
          listNewest(rest, threadId),
        ]);
        return all([...(starter ? [starter] : []), ...inside]);
      }),

    fetchAround: ({ messageId, before, after, ...location }) =>
      at(location, async (locationId) => {
        const limit = Math.min(maxListed, 2 * Math.max(before, after, 0) + 1);
        const query = { around: messageId, limit: String(limit) };
        const messagesRead = await all(await listMessages(rest, locationId, query));
        const middle = messagesRead.findIndex(({ id }) => id === messageId);
        if (middle < 0) return location.threadId === null ? messagesRead : [];
        return messagesRead.slice(Math.max(0, middle - before), middle + after + 1);
      }),

    ownMessagesAfter: ({ afterMessageId, ...location }) =>
      at(location, async (locationId) => {
        const after = await listAfter(rest, locationId, afterMessageId);
        return after
          .filter(({ author }) => author.id === directory.botId())
          .map(({ id, content }) => ({ messageId: id, text: content }));
      }),

    locationsSince: ({ channelId, since }) =>
      at({ channelId, threadId: null }, async () => {
        const channel = (await rest.get(Routes.channel(channelId))) as APIChannel;
        const guildIds = 'guild_id' in channel && channel.guild_id ? [channel.guild_id] : [];
        const threads = await threadsSince({
          rest,
          directory,
          guildIds,
          listed: new Map([[channelId, channelId]]),
          since: new Date(since),
          log,
        });
        const threadIds = [...new Set(threads.map(({ id }) => id))];
        return [...(isForum(channel) ? [] : [null]), ...threadIds].map((threadId) => ({
          channelId,
          threadId,
        }));
      }),

    messagesAfter: ({ afterMessageId, ...location }) =>
      at(location, async (locationId) => {
        const query = { after: afterMessageId, limit: String(historyPageSize) };
        return readAll(readable, await listMessages(rest, locationId, query));
      }),
  };
}

const readAll = async (toMessage: ToMessage, messages: readonly APIMessage[]): Promise<readonly Message[]> =>
  (await Promise.all(messages.map(toMessage))).filter((message) => message !== null);
