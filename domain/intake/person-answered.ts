import { courtesyOf } from '../language/courtesies.ts';
import { batchText } from './conversation.ts';
import { isCallForHelp } from './call-for-help.ts';
import { compareIds, type Message } from './message.ts';
import { isChatter } from './question-gate.ts';
import { groupAround } from './reply-chain.ts';
import type { Snapshot } from './snapshot.ts';

/** Whether anybody but the asker has since replied to one of the question's messages. */
export function personAnswered(
  snapshot: Pick<Snapshot, 'batch' | 'author'>,
  since: readonly Message[],
): boolean {
  const batchIds = new Set(snapshot.batch.map(({ id }) => id));
  return since.some(
    ({ author, repliesTo }) =>
      (author.kind === 'team_member' || author.kind === 'community_user') &&
      author.id !== snapshot.author.id &&
      repliesTo !== null &&
      batchIds.has(repliesTo.messageId),
  );
}

/** Those of a member's messages, oldest first, that came after what somebody has replied to and after the team's last word to nobody. */
export function openMessages(messages: readonly Message[], around: readonly Message[]): readonly Message[] {
  const spoken = around.findLast((message) => isUnreplied(message) && courtesyOf(message.text) === null);
  const answered = messages.findLastIndex(
    (message) =>
      (spoken && compareIds(message.id, spoken.id) < 0) ||
      personAnswered({ batch: [message], author: message.author }, around),
  );
  return messages.slice(answered + 1);
}

/** Whether a team member has since answered, in the question's thread or by a reply. `since` may be in any order. */
export function teamAnswered(snapshot: Pick<Snapshot, 'batch' | 'id'>, since: readonly Message[]): boolean {
  const batchIds = new Set(snapshot.batch.map(({ id }) => id));
  return since.some(
    ({ id, author, location, repliesTo }) =>
      author.kind === 'team_member' &&
      compareIds(id, snapshot.id) > 0 &&
      (location.thread !== null || (repliesTo !== null && batchIds.has(repliesTo.messageId))),
  );
}

/** Whether a team member wrote this in a channel without a reply, so that only earlier messages show whom it answers. */
export const isUnreplied = ({ author, repliesTo, location }: Message): boolean =>
  author.kind === 'team_member' && repliesTo === null && location.thread === null;

export interface UnrepliedAnswer {
  /** The messages of one member, oldest first. */
  readonly question: readonly Message[];
  /** The team member's earlier messages after the question, oldest first. */
  readonly own: readonly Message[];
}

/**
 * Finds the question that a team member may have answered without Discord's reply: the last messages of one member, with
 * nobody else's in between but Steward's, at most `withinMinutes` before. Null if they are not a question to everybody.
 */
export function unrepliedQuestion({
  answer,
  earlier,
  withinMinutes,
  windowSeconds,
}: {
  /** The first message of the answer. */
  readonly answer: Message;
  /** The channel's earlier messages, oldest first. */
  readonly earlier: readonly Message[];
  readonly withinMinutes: number;
  /** Messages of the member within this time of each other are one question. */
  readonly windowSeconds: number;
}): UnrepliedAnswer | null {
  // The records say what Steward has answered. In its other messages it says that it does not know.
  const answers = earlier.filter(
    ({ author, isSystem }) => author.kind !== 'bot' && author.kind !== 'steward' && !isSystem,
  );
  const at = answers.findLastIndex(({ author }) => author.id !== answer.author.id);
  const [last, own] = [answers[at], answers.slice(at + 1)];
  // If the team member replied to somebody in between, the answer belongs there.
  if (last?.author.kind !== 'community_user' || !own.every(isUnreplied)) return null;
  if (Date.parse(answer.createdAt) - Date.parse(last.createdAt) > withinMinutes * 60_000) return null;
  const question = groupAround(answers.slice(0, at + 1), last.id, windowSeconds);
  const isToEverybody = question.every(
    ({ repliesTo }) => repliesTo === null || repliesTo.authorId === last.author.id,
  );
  return isToEverybody && asksSomething(question) ? { question, own } : null;
}

/** Whether a member's messages are more than chatter and calls for help. */
export const asksSomething = (messages: readonly Message[]): boolean =>
  messages.some(({ attachments }) => attachments.length > 0) ||
  (messages.some(({ text }) => !isCallForHelp(text)) && !isChatter(batchText(messages)));
