import { mergeById, locationId, refOf, type Message, type Batch } from '../../domain/intake/message.ts';
import type { Chat } from '../../domain/ports/chat.ts';
import { groupAround, partsByReference } from '../../domain/intake/reply-chain.ts';

const maxDepth = 10;
const neighbours = 20;

/**
 * Follows replies back: the referenced message, its author's neighbours, then the reference of any message in that
 * group, up to ten groups. Returns what it finds, oldest first, without what it started from.
 */
export async function fetchReplyChain(
  chat: Pick<Chat, 'fetchMessage' | 'fetchAround'>,
  from: readonly Message[],
  windowSeconds: number,
) {
  const knownIds = new Set(from.map(({ id }) => id));
  let level = from;
  let all: readonly Message[] = [];
  /** The first message of the oldest group, or null when nothing was replied to. */
  let rootId: string | null = null;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const referring = level.filter(({ repliesTo }) => repliesTo && !knownIds.has(repliesTo.messageId));
    const groups = await Promise.all(referring.map((message) => fetchGroup(chat, message, windowSeconds)));
    const group = mergeById(groups.flat()).filter(({ id }) => !knownIds.has(id));
    if (group.length === 0) break;
    for (const { id } of group) knownIds.add(id);
    rootId = group[0]?.id ?? rootId;
    all = mergeById([...all, ...group]);
    level = group;
  }
  return { messages: all, rootId };
}

async function fetchGroup(
  chat: Pick<Chat, 'fetchMessage' | 'fetchAround'>,
  message: Message,
  windowSeconds: number,
): Promise<readonly Message[]> {
  const { repliesTo, location } = message;
  if (!repliesTo) return [];
  const ref = refOf({ id: repliesTo.messageId, location });
  const around = await chat.fetchAround({ ...ref, before: neighbours, after: neighbours });
  // A reply inside a thread may refer to the thread's starter message in the parent channel.
  if (around.length === 0 && ref.threadId !== null) {
    const starter = await chat.fetchMessage({ ...ref, threadId: null });
    return starter ? [starter] : [];
  }
  const sameLocation = around.filter((other) => locationId(other.location) === locationId(location));
  const groupOf = (messageId: string) => groupAround(sameLocation, messageId, windowSeconds);
  const group = groupOf(repliesTo.messageId);
  // What the team has replied to it before is part of the conversation.
  const ids = new Set(group.map(({ id }) => id));
  const replies = sameLocation.filter(
    (other) => other.author.kind === 'team_member' && ids.has(other.repliesTo?.messageId ?? ''),
  );
  return mergeById([...group, ...replies.flatMap(({ id }) => groupOf(id))]);
}

/**
 * Quiet windows, each of one person, apart by conversation: a team member who replies to two questions at once answers each
 * of them. A thread is one conversation.
 */
export const byConversation = async (deps: ConversationDeps, windows: readonly Batch[]) =>
  (await Promise.all(windows.map((window) => conversationsIn(deps, window)))).flat();

interface ConversationDeps {
  readonly chat: Parameters<typeof fetchReplyChain>[0];
  readonly config: { readonly discord: { readonly message_grouping_window_seconds: number } };
}

async function conversationsIn(
  { chat, config: { discord } }: ConversationDeps,
  batch: Batch,
): Promise<readonly Batch[]> {
  const windowSeconds = discord.message_grouping_window_seconds;
  const [{ author, location }] = batch;
  const parts = author.kind === 'team_member' && !location.thread ? partsByReference(batch) : [batch];
  if (parts.length < 2) return parts;
  const roots = await Promise.all(
    parts.map(async (part) => {
      const { rootId } = await fetchReplyChain(chat, part, windowSeconds);
      return rootId ?? part[0].id;
    }),
  );
  const conversations = Map.groupBy(parts, (_, at) => roots[at]);
  return [...conversations.values()].map((same) => same.reduce((batch, part) => [...batch, ...part]));
}
