import { withoutErased } from '../../domain/team/erasures-file.ts';
import type { Message } from '../../domain/intake/message.ts';
import type { MessageRef } from '../../domain/ports/chat.ts';
import { routedBatchOf, newSnapshot, type RoutedBatch } from '../../domain/intake/snapshot.ts';
import type { DiscordDeps } from '../deps.ts';
import { asTeamSaw } from './as-team-saw.ts';
import { gatherHistory } from './gather-history.ts';
import { withUnrepliedQuestion } from './unreplied-question.ts';

/**
 * The conversation of a message that a team member captures. A member's good answer counts like the team's. Runs at least
 * once: the same name makes the same snapshot.
 */
export async function gatherConversation(
  deps: DiscordDeps,
  { message: ref, name }: { readonly message: MessageRef; readonly name: string },
): Promise<{ readonly routed: RoutedBatch | null; readonly reason: string }> {
  const { chat, records, library, channelFor } = deps;
  const nothing = (reason: string) => ({ routed: null, reason });
  const message = await chat.fetchMessage(ref);
  if (!message) return nothing('deleted');
  if (!channelFor(message.location.channelId)) return nothing('channel_not_listed');
  if (message.author.kind === 'steward' || message.author.kind === 'bot') return nothing('written_by_a_bot');
  const since = await library.erasedSince();
  const { before, others, conversationId } = await withUnrepliedQuestion(
    deps,
    await gatherHistory(deps, [message]),
    [message],
    async (question) => question,
  );
  // In a channel people often answer without Discord's reply.
  const history = withoutErased(since, before.length > 0 || message.repliesTo ? before : others);
  if (!history.some(({ author }) => author.kind === 'community_user')) return nothing('no_question_before');
  const answer: Message = { ...message, author: { ...message.author, kind: 'team_member' } };
  // Whoever asks for this has read the conversation, so that nobody has to confirm it.
  const { asksTeam: _, ...snapshot } = await asTeamSaw(
    deps,
    newSnapshot({ id: name, route: 'capture', batch: [answer], history, conversationId }),
  );
  const isSaved = await records.saveSnapshot(snapshot);
  return isSaved ? { routed: routedBatchOf(snapshot), reason: 'gathered' } : nothing('forgotten');
}
