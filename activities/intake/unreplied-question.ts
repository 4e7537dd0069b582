import { compareIds, mergeById, type Message, type Batch } from '../../domain/intake/message.ts';
import {
  asksSomething,
  isUnreplied,
  unrepliedQuestion,
  type UnrepliedAnswer,
} from '../../domain/intake/person-answered.ts';
import type { DiscordDeps } from '../deps.ts';
import { splitAt, type History } from './gather-history.ts';

/** The question that a team message without a reply may answer. Makes one request, unless the caller has `seen` what came before. */
export async function questionBefore(
  { chat, config }: DiscordDeps,
  answer: Message,
  seen?: readonly Message[],
): Promise<UnrepliedAnswer | null> {
  const ref = { channelId: answer.location.channelId, threadId: null, messageId: answer.id };
  const earlier = seen ?? splitAt(await chat.fetchAround({ ...ref, before: 20, after: 0 }), answer).before;
  const withinMinutes = config.kb.capture_unreplied_minutes;
  const windowSeconds = config.discord.message_grouping_window_seconds;
  return unrepliedQuestion({ answer, earlier, withinMinutes, windowSeconds });
}

/**
 * The history of what the team said, with the question that it answers where the oldest of it replies to nothing. The conversation
 * is named after the team's words, so that a proper reply to the same question is another one. `unanswered`: what Steward had not
 * answered yet of a member's messages when this one was written.
 */
export async function withUnrepliedQuestion(
  deps: DiscordDeps,
  history: History,
  [first]: Batch,
  unanswered = unansweredIn(deps),
): Promise<History> {
  const oldest = history.before[0] ?? first;
  if (deps.config.kb.capture_unreplied_minutes === 0 || !isUnreplied(oldest)) return history;
  const seen = oldest.id === first.id ? history.earlier : undefined;
  const questionMessage = await questionBefore(deps, oldest, seen);
  const question = questionMessage
    ? await unanswered(questionMessage.question, (questionMessage.own[0] ?? oldest).id)
    : [];
  if (!questionMessage || !asksSomething(question)) return history;
  return {
    ...history,
    before: mergeById([...question, ...questionMessage.own, ...history.before]),
    conversationId: `reply_${(questionMessage.own[0] ?? oldest).id}`,
  };
}

/** What a member wrote after the last question to which Steward had posted an answer, by its records. */
const unansweredIn =
  ({ records }: DiscordDeps) =>
  async (question: readonly Message[], beforeId: string): Promise<readonly Message[]> => {
    const rows = await Promise.all(question.map(({ id }) => records.replyRecord(id)));
    const answered = rows.findLastIndex((row) => {
      const [posted] = row?.postedMessageIds ?? [];
      return row?.status === 'answered' && posted !== undefined && compareIds(posted, beforeId) < 0;
    });
    return question.slice(answered + 1);
  };
