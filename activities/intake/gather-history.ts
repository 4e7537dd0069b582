import { compareIds, mergeById, type Message } from '../../domain/intake/message.ts';
import type { Chat } from '../../domain/ports/chat.ts';
import type { ConversationDeps } from '../deps.ts';
import { fetchReplyChain } from './reply-chain.ts';

export interface History {
  /** What came before the batch in its thread or reply chain, oldest first. */
  readonly before: readonly Message[];
  /** What others wrote in the channel shortly before. */
  readonly others: readonly Message[];
  /** What came after the batch's last message, as far as it was seen. */
  readonly after: readonly Message[];
  /** The batch's last message as it is now; null when it was not seen. */
  readonly last: Message | null;
  readonly conversationId: string;
}

const othersWithinSeconds = 120;
const maxOthers = 5;

/** SPEC.md section 3: the thread with its starter and the reply chains in it, or the reply chain in a channel. */
export async function gatherHistory(
  {
    chat,
    config,
  }: {
    readonly chat: Pick<Chat, 'fetchMessage' | 'fetchThread' | 'fetchAround'>;
    readonly config: Pick<ConversationDeps['config'], 'discord'>;
  },
  batch: readonly [Message, ...Message[]],
): Promise<History> {
  const [first] = batch;
  const last = batch.at(-1) ?? first;
  const windowSeconds = config.discord.message_grouping_window_seconds;
  const { thread, channelId, guildId } = first.location;
  const batchIds = new Set(batch.map(({ id }) => id));
  const rest = (messages: readonly Message[]) => messages.filter(({ id }) => !batchIds.has(id));

  if (thread) {
    const whole = await chat.fetchThread({ guildId, channelId, threadId: thread.id });
    const chain = await fetchReplyChain({ chat, from: mergeById([...whole, ...batch]), windowSeconds });
    const all = rest(mergeById([...chain.messages, ...whole]));
    const seen = whole.find(({ id }) => id === last.id) ?? null;
    return { ...splitAt(all, last), others: [], last: seen, conversationId: `thread_${thread.id}` };
  }
  const ref = { channelId, threadId: null, messageId: last.id };
  const [chain, around] = await Promise.all([
    fetchReplyChain({ chat, from: batch, windowSeconds }),
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
    after: nearby.after,
    last: around.find(({ id }) => id === last.id) ?? null,
    conversationId: `reply_${chain.rootId ?? first.id}`,
  };
}

const splitAt = (messages: readonly Message[], last: Message) => ({
  before: messages.filter(({ id }) => compareIds(id, last.id) < 0),
  after: messages.filter(({ id }) => compareIds(id, last.id) > 0),
});
