import type { Author, Message } from '../../domain/intake/message.ts';
import type { Chat, ChatErrorCode, MessageRef } from '../../domain/ports/chat.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { CommunityDatabase } from './community-database.ts';
import type { CommunityRows } from './community-rows.ts';
import { maxThreadTitleChars, stewardId, stewardName } from './names.ts';
import type { CommunityWriter } from './place-message.ts';

/** Discord's limits, counted in UTF-16 units, which is never more than Discord would take. */
const maxPostChars = 2_000;
const maxNonceChars = 25;

const steward: Author = { id: stewardId, kind: 'steward', name: stewardName };

/** Steward's side of the community: `Chat`, with Discord's limits and refusals. */
export function terminalChat({
  database,
  rows,
  place,
}: {
  readonly database: CommunityDatabase;
  readonly rows: CommunityRows;
  readonly place: CommunityWriter;
}): Chat {
  /** In its own place, or as the starter of the thread that is asked for. */
  const find = ({ channelId, threadId, messageId }: MessageRef) => {
    const message = rows.message(messageId);
    if (message?.location.channelId !== channelId) return null;
    const standsIn = message.location.thread?.id ?? null;
    if (standsIn === threadId) return message;
    return standsIn === null && threadId === rows.threadOnMessage(messageId)?.id ? message : null;
  };
  const threadIn = ({ channelId, threadId }: { readonly channelId: string; readonly threadId: string }) => {
    const thread = rows.thread(threadId);
    if (thread?.channelId !== channelId) throw refusal('chat_unknown_thread', 'The thread is not there.');
    return thread;
  };

  return {
    // A terminal shows neither buttons nor reactions, and has no commands of Discord's.
    roleMention: () => '@helpers',
    react: async () => {},
    respond: async () => {},

    // What is said in a terminal is handed in at once: there is no history to learn from.
    locationsSince: async () => [],
    messagesAfter: async () => [],

    fetchMessage: (ref) => answer(() => find(ref)),

    fetchThread: ({ channelId, threadId }) =>
      answer(() => {
        const { starterId } = threadIn({ channelId, threadId });
        const starter = starterId === null ? null : rows.message(starterId);
        return [...(starter ? [starter] : []), ...rows.messagesOf({ channelId, threadId })];
      }),

    fetchAround: ({ before, after, ...ref }) =>
      answer(() => {
        const { channelId, threadId, messageId } = ref;
        const here = { channelId, threadId, messageId };
        const middle = rows.message(messageId);
        const isHere =
          middle?.location.channelId === channelId && (middle.location.thread?.id ?? null) === threadId;
        return [
          ...rows.messagesBeside({ ...here, side: 'before', limit: Math.max(0, before) }),
          ...(middle && isHere ? [middle] : []),
          ...rows.messagesBeside({ ...here, side: 'after', limit: Math.max(0, after) }),
        ];
      }),

    openThread: ({ title, ...ref }) =>
      answer(() =>
        database.change(() => {
          const existing = rows.threadOnMessage(ref.messageId);
          if (existing?.channelId === ref.channelId) return { threadId: existing.id };
          const starter = find(ref);
          if (!starter) throw refusal('chat_unknown_message', 'The message to open a thread on is gone.');
          if (starter.location.thread)
            throw refusal('chat_no_thread', 'A message in a thread has no thread.');
          if (title.trim() === '' || title.length > maxThreadTitleChars)
            throw refusal(
              'chat_invalid_title',
              `A thread's title has 1 to ${maxThreadTitleChars} characters.`,
            );
          const threadId = place.thread({
            channelId: ref.channelId,
            starterId: starter.id,
            title,
            openedBySteward: true,
            ownerId: starter.author.id,
          });
          return { threadId };
        }),
      ),

    post: ({ channelId, threadId, replyToMessageId, text, nonce }) =>
      answer(() => {
        assertPostable(text);
        if (nonce === '' || nonce.length > maxNonceChars)
          throw refusal(
            'chat_invalid_nonce',
            `A nonce has 1 to ${maxNonceChars} characters: ${nonce.length}.`,
          );
        return database.change(() => {
          const first = rows.idOfNonce(nonce);
          if (first !== null) return { messageId: first };
          if (threadId !== null) threadIn({ channelId, threadId });
          if (replyToMessageId !== null && !find({ channelId, threadId, messageId: replyToMessageId }))
            throw refusal('chat_unknown_message', 'The message to reply to is gone.');
          const target = { channelId, threadId, replyToId: replyToMessageId };
          return { messageId: place.message({ ...target, author: steward, text, attachments: [], nonce }) };
        });
      }),

    editPost: ({ text, ...ref }) =>
      answer(() => {
        assertPostable(text);
        return database.change(() => isOwn(find(ref)) && place.edit({ messageId: ref.messageId, text }));
      }),

    removePost: (ref) =>
      answer(() => {
        database.change(() => isOwn(find(ref)) && place.remove(ref.messageId));
      }),

    removeThread: ({ channelId, threadId }) =>
      answer(() => {
        database.change(() => {
          const thread = rows.thread(threadId);
          if (thread?.channelId === channelId && thread.openedBySteward) place.removeThread(threadId);
        });
      }),

    ownMessagesAfter: ({ channelId, threadId, afterMessageId }) =>
      answer(() =>
        rows
          .messagesBeside({ channelId, threadId, messageId: afterMessageId, side: 'after', limit: null })
          .filter(({ author }) => author.kind === 'steward')
          .map(({ id, text }) => ({ messageId: id, text })),
      ),
  };
}

const isOwn = (message: Message | null): boolean => message?.author.kind === 'steward';

function assertPostable(text: string): void {
  if (text.trim() === '') throw refusal('chat_invalid_text', 'A post needs a text.');
  if (text.length > maxPostChars)
    throw refusal('chat_invalid_text', `A post has at most ${maxPostChars} characters: ${text.length}.`);
}

/** What Discord would refuse again however often it is tried. */
const refusal = (code: ChatErrorCode, message: string) => new PortError({ kind: 'final', code, message });

/**
 * As a promise, and with what the file itself fails with (locked for too long, no space) worth another
 * attempt.
 */
async function answer<Result>(work: () => Result): Promise<Result> {
  try {
    return work();
  } catch (error) {
    if (error instanceof PortError) throw error;
    throw new PortError({
      kind: 'transient',
      code: 'chat_unavailable',
      message: "The terminal community's file cannot be used now.",
      cause: error,
    });
  }
}
