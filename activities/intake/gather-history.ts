import { compareIds, mergeById, refOf, type Message, type Batch } from '../../domain/intake/message.ts';
import { type Chat, historyPageSize, type HistoryLocation } from '../../domain/ports/chat.ts';
import type { DiscordDeps } from '../deps.ts';
import { fetchReplyChain, byConversation } from './reply-chain.ts';
import { longestWindows } from '../../domain/intake/quiet-windows.ts';

export interface History {
  /** What came before the batch in its thread or reply chain, oldest first. */
  readonly before: readonly Message[];
  /** What others wrote in the channel shortly before. */
  readonly others: readonly Message[];
  /** What anybody wrote in the channel before, as far as it was seen. */
  readonly earlier: readonly Message[];
  /** What came after the batch's last message, as far as it was seen. */
  readonly after: readonly Message[];
  /** The batch's last message as it is now; null when it was not seen. */
  readonly last: Message | null;
  readonly conversationId: string;
}

const othersWithinSeconds = 120;
const maxOthers = 5;

/** The thread with its starter and the reply chains in it, or in a channel the reply chain and what stands around it. */
export async function gatherHistory(
  {
    chat,
    config,
  }: {
    readonly chat: Pick<Chat, 'fetchMessage' | 'fetchThread' | 'fetchAround'>;
    readonly config: Pick<DiscordDeps['config'], 'discord'>;
  },
  batch: Batch,
): Promise<History> {
  const [first] = batch;
  const last = batch.at(-1) ?? first;
  const windowSeconds = config.discord.message_grouping_window_seconds;
  const { thread, channelId, guildId } = first.location;
  const batchIds = new Set(batch.map(({ id }) => id));
  const rest = (messages: readonly Message[]) => messages.filter(({ id }) => !batchIds.has(id));

  if (thread) {
    const whole = await chat.fetchThread({ guildId, channelId, threadId: thread.id });
    const chain = await fetchReplyChain(chat, mergeById([...whole, ...batch]), windowSeconds);
    const all = rest(mergeById([...chain.messages, ...whole]));
    const seen = whole.find(({ id }) => id === last.id) ?? null;
    return {
      ...splitAt(all, last),
      others: [],
      earlier: [],
      last: seen,
      conversationId: `thread_${thread.id}`,
    };
  }
  const ref = { channelId, threadId: null, messageId: last.id };
  const [chain, around] = await Promise.all([
    fetchReplyChain(chat, batch, windowSeconds),
    chat.fetchAround({ ...ref, before: 20, after: 20 }),
  ]);
  const nearby = splitAt(rest(around), last);
  const others = nearby.before.filter(
    ({ author, createdAt }) =>
      author.id !== first.author.id &&
      Date.parse(first.createdAt) - Date.parse(createdAt) <= othersWithinSeconds * 1000,
  );
  return {
    before: rest(chain.messages).filter(({ id }) => compareIds(id, last.id) < 0),
    others: others.slice(-maxOthers),
    earlier: nearby.before,
    after: nearby.after,
    last: around.find(({ id }) => id === last.id) ?? null,
    conversationId: `reply_${chain.rootId ?? first.id}`,
  };
}

/**
 * Messages as they are now, oldest first, without those that were deleted. Of three or more the first page is read at once, because
 * Discord takes 50 requests a second from a bot.
 */
export async function fetchAll(
  { chat }: { readonly chat: Pick<Chat, 'fetchMessage' | 'messagesAfter'> },
  messages: readonly Message[],
): Promise<readonly Message[]> {
  const [first] = messages;
  const page =
    first && messages.length > 2
      ? await chat.messagesAfter({ ...refOf(first), afterMessageId: String(BigInt(first.id) - 1n) })
      : [];
  // The first message of a thread may be in the parent channel instead.
  const inThread = page.filter(({ id, location: { thread } }) => id !== thread?.id);
  const byId = new Map(inThread.map((message) => [message.id, message]));
  const lookups = messages.map(async (one) => byId.get(one.id) ?? (await chat.fetchMessage(refOf(one))));
  return (await Promise.all(lookups)).filter((message) => !!message);
}

export const splitAt = (messages: readonly Message[], last: Message) => ({
  before: messages.filter(({ id }) => compareIds(id, last.id) < 0),
  after: messages.filter(({ id }) => compareIds(id, last.id) > 0),
});

export interface HistoryPage {
  readonly location: HistoryLocation;
  readonly afterMessageId: string;
}

/** One page of a channel's past, as the quiet windows that live messages would have made. */
export async function historyWindows(deps: DiscordDeps, { location, afterMessageId }: HistoryPage) {
  const page = await deps.chat.messagesAfter({ ...location, afterMessageId });
  const windows = longestWindows(page, deps.config.discord.message_batch_max_wait_seconds);
  // The last window may continue on the next page, so that page starts with it, or with the window that it interrupts.
  const isLast = page.length < historyPageSize;
  const begun = isLast ? -1 : windows.findLastIndex((_, at) => at > 0 && isApart(windows, at));
  const next = windows[begun]?.[0];
  const before = next ? page.findLast(({ id }) => compareIds(id, next.id) < 0) : null;
  return {
    windows: await byConversation(deps, next ? windows.slice(0, begun) : windows),
    // The next page counts its first message itself.
    messages: next ? page.filter(({ id }) => compareIds(id, next.id) < 0).length : page.length,
    // Where the next page begins; null at the end of the location.
    after: before?.id ?? (isLast ? null : (page.at(-1)?.id ?? null)),
  };
}

/** Whether all windows before this one end before it begins. */
const isApart = (windows: readonly Batch[], at: number): boolean =>
  windows.slice(0, at).every((window) => compareIds(lastOf(window).id, windows[at]?.[0].id ?? '') < 0);

export const lastOf = (batch: Batch): Message => batch.at(-1) ?? batch[0];
