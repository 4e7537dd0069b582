import { isErased } from '../../domain/team/erasures-file.ts';
import type { Message } from '../../domain/intake/message.ts';
import type { MessageRef } from '../../domain/ports/chat.ts';
import { snapshotExpiry, type Snapshot } from '../../domain/intake/snapshot.ts';
import type { ConversationDeps } from '../deps.ts';
import { gatherHistory } from './gather-history.ts';

export interface LessonResult {
  /** Null: there is nothing to learn from it. */
  readonly snapshotId: string | null;
  readonly reason: string;
}

/**
 * The conversation of a message that a team member captures. A member's good answer counts like the team's. Runs at least
 * once: the same name makes the same snapshot.
 */
export async function gatherLesson(
  deps: ConversationDeps,
  { message: ref, name }: { readonly message: MessageRef; readonly name: string },
): Promise<LessonResult> {
  const { chat, records, library, channelFor, now } = deps;
  const nothing = (reason: string): LessonResult => ({ snapshotId: null, reason });
  const message = await chat.fetchMessage(ref);
  if (!message) return nothing('deleted');
  if (!channelFor(message.location.channelId)) return nothing('channel_not_listed');
  if (message.author.kind === 'steward' || message.author.kind === 'bot') return nothing('written_by_a_bot');
  const since = await library.erasedSince();
  const counts = ({ author, createdAt }: Message) => !isErased(since, { authorId: author.id, createdAt });
  const { before, others, conversationId } = await gatherHistory(deps, [message]);
  // In a channel people often answer without Discord's reply.
  const history = (before.length > 0 ? before : others).filter(counts);
  if (!history.some(({ author }) => author.kind === 'community_user')) return nothing('no_question_before');
  const vouched: Message = { ...message, author: { ...message.author, kind: 'team_member' } };
  const snapshot: Snapshot = {
    id: name,
    route: 'capture',
    location: message.location,
    author: vouched.author,
    askedDirectly: false,
    batch: [vouched],
    history,
    others: [],
    conversationId,
    correctsAnswerTo: null,
  };
  const expiresAt = snapshotExpiry(now());
  const kept = await records.claim({
    runChain: name,
    messageIds: [],
    snapshot,
    reason: 'vouched',
    expiresAt,
  });
  return kept ? { snapshotId: name, reason: 'vouched' } : nothing('forgotten');
}
