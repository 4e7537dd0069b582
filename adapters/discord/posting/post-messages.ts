import {
  MessageFlags,
  Routes,
  roleMention,
  userMention,
  type APIChannel,
  type APIMessage,
  type REST,
} from 'discord.js';
import type { Chat, PostExtras } from '../../../domain/ports/chat.ts';
import { failedWith } from '../../../domain/ports/errors.ts';
import { forbidden, meaningOf, refusedFields, withDiscordFailure } from '../discord-failure.ts';
import { failingAt, type Directory } from '../guild/directory.ts';
import type { DiscordParts } from '../discord-parts.ts';
import type { PermissionName } from '../guild/permissions.ts';
import { buttonRows } from './components.ts';
import type { Reading } from './read-messages.ts';

/** Discord allows 6,000 characters in all embeds of a message: three parts of up to 2,000. */
const maxEmbeds = 3;

/** Posts, edits and removes Steward's messages and threads. A nonce is posted once; posts show no link previews. */
export function createPosting(parts: Pick<DiscordParts, 'rest' | 'directory'>): Omit<Chat, keyof Reading> {
  const { rest, directory } = parts;
  const at = failingAt(directory);
  return {
    openThread: ({ channelId, messageId, title }) =>
      at({ channelId, threadId: null }, async () => {
        assertMayOpenThread(directory, channelId);
        try {
          const body = { name: title };
          const thread = (await rest.post(Routes.threads(channelId, messageId), { body })) as APIChannel;
          return { threadId: thread.id, isNew: true };
        } catch (error) {
          // A thread has the id of the message that it was opened from.
          if (meaningOf('open a thread', error) !== null) return { threadId: messageId, isNew: false };
          throw error;
        }
      }),

    showTyping: (location) =>
      at(location, async (locationId) => void (await rest.post(Routes.channelTyping(locationId)))),

    post: ({ text, nonce, buttons = [], pingRoleId, pingUserId, ...target }) =>
      at(target, async (locationId) => {
        const { threadId, replyToMessageId } = target;
        const body = {
          ...harmless(text, { pingRoleId, pingUserId }),
          nonce,
          enforce_nonce: true,
          ...(buttons.length > 0 && { components: buttonRows(buttons) }),
          // If that message is gone, the post replies to nobody.
          ...(replyToMessageId !== null && {
            message_reference: { message_id: replyToMessageId, fail_if_not_exists: false },
          }),
        };
        const made = await inSimplerForm(body, (form) =>
          inOpenThread(rest, threadId, () => rest.post(Routes.channelMessages(locationId), { body: form })),
        );
        return { messageId: (made as APIMessage).id };
      }),

    editPost: ({ text, buttons, ...ref }) =>
      at(ref, (locationId) => {
        const route = Routes.channelMessage(locationId, ref.messageId);
        const body = { ...harmless(text), ...(buttons && { components: buttonRows(buttons) }) };
        return unlessGone(() =>
          inSimplerForm(body, (form) =>
            inOpenThread(rest, ref.threadId, () => rest.patch(route, { body: form })),
          ),
        );
      }),

    removePost: (ref) =>
      at(ref, async (locationId) => {
        const route = Routes.channelMessage(locationId, ref.messageId);
        await unlessGone(() => inOpenThread(rest, ref.threadId, () => rest.delete(route)));
      }),

    removeThread: (thread) => at(thread, (threadId) => closeThread(parts, threadId)),

    roleMention,
    userMention,

    react: ({ emoji, ...ref }) =>
      at(ref, async (locationId) => {
        const route = Routes.channelMessageOwnReaction(locationId, ref.messageId, emoji);
        try {
          await inOpenThread(rest, ref.threadId, () => rest.put(route));
        } catch (error) {
          if (meaningOf('react to a message', error) === null) throw error;
        }
      }),

    /** Sends everything in one request, so that a retry shows nothing twice. Parts after the first become embeds. */
    async respond({ token, parts, buttons = [] }) {
      const [content = '', ...others] = parts.slice(0, 1 + maxEmbeds);
      const body = {
        content,
        embeds: others.map((description) => ({ description })),
        components: buttonRows(buttons),
        allowed_mentions: { parse: [] },
      };
      const route = Routes.webhookMessage(directory.applicationId(), token);
      const sent = inSimplerForm(body, (form) => rest.patch(route, { body: form, auth: false }));
      await withDiscordFailure('the answer to a command', sent);
    },
  };
}

/** What a message can do without: it then answers nobody, has no buttons, or lacks what did not fit into its text. */
const extras: readonly string[] = ['message_reference', 'components', 'embeds'];

/** Sends a message, and where Discord refuses one of its extras, sends it without. */
async function inSimplerForm<Result>(
  body: Readonly<Record<string, unknown>>,
  send: (body: Readonly<Record<string, unknown>>) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(body);
  } catch (error) {
    const refused = refusedFields(error).filter((field) => extras.includes(field) && field in body);
    if (refused.length === 0) throw error;
    const remaining = Object.entries(body).filter(([field]) => !refused.includes(field));
    return inSimplerForm(Object.fromEntries(remaining), send);
  }
}

/** Steward opens no thread that it could not post in: it would stay empty. */
function assertMayOpenThread(directory: Directory, channelId: string): void {
  const needed: readonly PermissionName[] = ['Create Public Threads', 'Send Messages in Threads'];
  const missing = directory.missingIn(channelId).filter((name) => needed.includes(name));
  if (missing.length > 0) throw forbidden(directory.nameOf(channelId), missing);
}

/** The body of a post without link previews, which pings nobody but the given role and person. */
const harmless = (text: string, { pingRoleId, pingUserId }: PostExtras = {}) => ({
  content: text,
  allowed_mentions: {
    parse: [],
    replied_user: false,
    ...(pingRoleId !== undefined && { roles: [pingRoleId] }),
    ...(pingUserId !== undefined && { users: [pingUserId] }),
  },
  flags: MessageFlags.SuppressEmbeds,
});

/**
 * Discord archives inactive threads and rejects changes in them. Unarchives such a thread and repeats the request once.
 */
async function inOpenThread<Result>(
  rest: REST,
  threadId: string | null,
  request: () => Promise<Result>,
): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (threadId === null || meaningOf('work in a thread', error) === null) throw error;
    await rest.patch(Routes.channel(threadId), { body: { archived: false } });
    return await request();
  }
}

/** Steward may close a thread that it opened, but needs Manage Threads to delete it. */
async function closeThread(
  { rest, directory }: Pick<DiscordParts, 'rest' | 'directory'>,
  threadId: string,
): Promise<void> {
  await unlessGone(async () => {
    const location = await directory.locationOf(threadId);
    if (!location?.thread?.openedBySteward) return;
    await rest.patch(Routes.channel(threadId), { body: { archived: true } });
  });
}

/** False if the message or thread no longer exists. */
async function unlessGone(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    const isGone = meaningOf('change a message', error) !== null || failedWith(error, 'chat_unknown_channel');
    if (!isGone) throw error;
    return false;
  }
}
