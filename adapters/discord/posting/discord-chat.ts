import {
  MessageFlags,
  MessageType,
  RESTJSONErrorCodes,
  Routes,
  type APIChannel,
  type APIMessage,
  type REST,
} from 'discord.js';
import type { Message } from '../../../domain/intake/message.ts';
import type { Chat, MessageRef } from '../../../domain/ports/chat.ts';
import { buttonRows } from './components.ts';
import { createHistory } from '../intake/discord-history.ts';
import type { DiscordLog } from '../discord-log.ts';
import { createSurface } from './discord-surface.ts';
import { failedWith } from '../../../domain/ports/errors.ts';
import type { Directory } from '../guild/directory.ts';
import { discordFailure, forbidden, isCode } from '../discord-errors.ts';
import { listAfter, listMessages, listNewest, maxListed } from '../intake/list-messages.ts';
import type { PermissionName } from '../guild/permissions.ts';
import type { ToMessage } from '../intake/to-message.ts';

/** The chat port over REST. Posting is once per nonce, shows no previews and pings nobody. */
export function createDiscordChat({
  rest,
  directory,
  toMessage,
  log,
}: {
  readonly rest: REST;
  readonly directory: Directory;
  readonly toMessage: ToMessage;
  readonly log: DiscordLog;
}): Chat {
  /** Does the work and turns what it fails with into Steward's own sentence. */
  const at = async <Result>(locationId: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw discordFailure(error, directory.nameOf(locationId), directory.missingIn(locationId));
    }
  };
  /** A thread that nothing can be said in would stay empty, so it is not opened. */
  const assertMayOpenThread = (channelId: string): void => {
    const needed: readonly PermissionName[] = ['Create Public Threads', 'Send Messages in Threads'];
    const missing = directory.missingIn(channelId).filter((name) => needed.includes(name));
    if (missing.length > 0) throw forbidden({ where: directory.nameOf(channelId), missing });
  };
  const messageIn = async (locationId: string, messageId: string): Promise<APIMessage | null> => {
    try {
      return (await rest.get(Routes.channelMessage(locationId, messageId))) as APIMessage;
    } catch (error) {
      if (isCode(error, RESTJSONErrorCodes.UnknownMessage)) return null;
      throw error;
    }
  };
  /** In its own place, or as the starter of the thread that is asked for. */
  const find = async ({ channelId, threadId, messageId }: MessageRef): Promise<APIMessage | null> => {
    const message = await messageIn(threadId ?? channelId, messageId);
    if (message && message.type !== MessageType.ThreadStarterMessage) return message;
    return threadId === messageId ? messageIn(channelId, messageId) : null;
  };
  const all = async (messages: readonly APIMessage[]): Promise<readonly Message[]> => {
    const spoken = messages.filter(({ type }) => type !== MessageType.ThreadStarterMessage);
    return (await Promise.all(spoken.map(toMessage))).filter((message) => message !== null);
  };

  return {
    ...createSurface({ rest, directory }),
    ...createHistory({ rest, directory, toMessage, log }),

    fetchMessage: (ref) =>
      at(ref.threadId ?? ref.channelId, async () => {
        const message = await find(ref);
        return message ? toMessage(message) : null;
      }),

    fetchThread: ({ channelId, threadId }) =>
      at(threadId, async () => {
        const [starter, inside] = await Promise.all([
          starterOf({ channelId, threadId }),
          listNewest(rest, threadId),
        ]);
        return all([...(starter ? [starter] : []), ...inside]);
      }),

    fetchAround: ({ channelId, threadId, messageId, before, after }) =>
      at(threadId ?? channelId, async () => {
        const limit = Math.min(maxListed, 2 * Math.max(before, after, 0) + 1);
        const query = { around: messageId, limit: String(limit) };
        const found = await all(await listMessages(rest, threadId ?? channelId, query));
        const middle = found.findIndex(({ id }) => id === messageId);
        if (middle < 0) return threadId === null ? found : [];
        return found.slice(Math.max(0, middle - before), middle + after + 1);
      }),

    openThread: ({ channelId, messageId, title }) =>
      at(channelId, async () => {
        assertMayOpenThread(channelId);
        try {
          const body = { name: title };
          const thread = (await rest.post(Routes.threads(channelId, messageId), { body })) as APIChannel;
          return { threadId: thread.id };
        } catch (error) {
          // A thread has the id of the message that it hangs on.
          if (isCode(error, RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage))
            return { threadId: messageId };
          throw error;
        }
      }),

    post: ({ channelId, threadId, replyToMessageId, text, nonce, buttons = [], pingRoleId }) =>
      at(threadId ?? channelId, async () => {
        const body = {
          ...harmless(text, pingRoleId),
          nonce,
          enforce_nonce: true,
          ...(buttons.length > 0 && { components: buttonRows(buttons) }),
          ...(replyToMessageId !== null && { message_reference: { message_id: replyToMessageId } }),
        };
        const made = (await rest.post(Routes.channelMessages(threadId ?? channelId), { body })) as APIMessage;
        return { messageId: made.id };
      }),

    editPost: ({ channelId, threadId, messageId, text, buttons }) =>
      at(threadId ?? channelId, () =>
        unlessGone(async () => {
          const body = { ...harmless(text), ...(buttons && { components: buttonRows(buttons) }) };
          await rest.patch(Routes.channelMessage(threadId ?? channelId, messageId), { body });
        }),
      ),

    removePost: ({ channelId, threadId, messageId }) =>
      at(threadId ?? channelId, async () => {
        await unlessGone(() => rest.delete(Routes.channelMessage(threadId ?? channelId, messageId)));
      }),

    removeThread: ({ threadId }) =>
      at(threadId, async () => {
        await unlessGone(async () => {
          const location = await directory.locationOf(threadId);
          if (!location?.thread?.openedBySteward) return;
          try {
            await rest.delete(Routes.channel(threadId));
          } catch (error) {
            // Whoever opened a thread may close it; deleting it takes Manage Threads.
            if (!isCode(error, RESTJSONErrorCodes.MissingPermissions)) throw error;
            await rest.patch(Routes.channel(threadId), { body: { archived: true } });
          }
        });
      }),

    ownMessagesAfter: ({ channelId, threadId, afterMessageId }) =>
      at(threadId ?? channelId, async () => {
        const after = await listAfter(rest, threadId ?? channelId, afterMessageId);
        return after
          .filter(({ author }) => author.id === directory.botId())
          .map(({ id, content }) => ({ messageId: id, text: content }));
      }),
  };

  /** A forum post's first message stands in the thread itself, and its parent has no messages. */
  async function starterOf({
    channelId,
    threadId,
  }: {
    readonly channelId: string;
    readonly threadId: string;
  }): Promise<APIMessage | null> {
    const location = await directory.locationOf(threadId);
    return location?.thread?.inForum ? null : messageIn(channelId, threadId);
  }
}

/** No previews, and nobody is pinged. */
const harmless = (text: string, pingRoleId?: string) => ({
  content: text,
  allowed_mentions: {
    parse: [],
    replied_user: false,
    ...(pingRoleId !== undefined && { roles: [pingRoleId] }),
  },
  flags: MessageFlags.SuppressEmbeds,
});

/** False when what the request is about is gone. */
async function unlessGone(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    const isGone =
      isCode(error, RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel) ||
      failedWith(error, 'chat_unknown_channel');
    if (!isGone) throw error;
    return false;
  }
}
