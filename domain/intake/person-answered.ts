import { batchText } from './conversation.ts';
import { compareIds, type Message } from './message.ts';
import { isChatter } from './question-gate.ts';
import { groupAround } from './reply-chain.ts';
import type { Snapshot } from './snapshot.ts';

/** Whether any person but the asker has answered since by a reply to one of the question's messages. */
export function personAnswered({
  snapshot,
  since,
}: {
  readonly snapshot: Pick<Snapshot, 'batch' | 'author'>;
  readonly since: readonly Message[];
}): boolean {
  const asked = new Set(snapshot.batch.map(({ id }) => id));
  return since.some(
    ({ author, repliesTo }) =>
      (author.kind === 'team_member' || author.kind === 'community_user') &&
      author.id !== snapshot.author.id &&
      repliesTo !== null &&
      asked.has(repliesTo.messageId),
  );
}

/**
 * Whether a team member has answered a question since: in its thread, or by a reply to one of its messages.
 * `since` are the messages that came after it, in any order.
 */
export function teamAnswered({
  snapshot,
  since,
}: {
  readonly snapshot: Pick<Snapshot, 'batch' | 'id'>;
  readonly since: readonly Message[];
}): boolean {
  const asked = new Set(snapshot.batch.map(({ id }) => id));
  return since.some(
    ({ id, author, location, repliesTo }) =>
      author.kind === 'team_member' &&
      compareIds(id, snapshot.id) > 0 &&
      (location.thread !== null || (repliesTo !== null && asked.has(repliesTo.messageId))),
  );
}

/** In a channel, to nobody: whom it answers, what stands before it tells. */
export const isUnreplied = ({ author, repliesTo, location }: Message): boolean =>
  author.kind === 'team_member' && repliesTo === null && location.thread === null;

export interface UnrepliedAnswer {
  /** Of one member, oldest first. */
  readonly question: readonly Message[];
  /** What the team member had written to it before, oldest first. */
  readonly own: readonly Message[];
}

/**
 * The question that a team member may have answered without Discord's reply: the last messages of one member before, with nobody
 * else between, and not longer ago than this. Null where nothing there is a question to everybody.
 */
export function unrepliedQuestion({
  answer,
  earlier,
  withinMinutes,
  windowSeconds,
}: {
  /** The first message of the answer. */
  readonly answer: Message;
  /** What was written in the channel before it, oldest first. */
  readonly earlier: readonly Message[];
  readonly withinMinutes: number;
  /** Neighbours within this time are one question. */
  readonly windowSeconds: number;
}): UnrepliedAnswer | null {
  const said = earlier.filter(({ author, isSystem }) => author.kind !== 'bot' && !isSystem);
  const at = said.findLastIndex(({ author }) => author.id !== answer.author.id);
  const [last, own] = [said[at], said.slice(at + 1)];
  // A reply of theirs in between has answered somebody.
  if (last?.author.kind !== 'community_user' || !own.every(isUnreplied)) return null;
  if (Date.parse(answer.createdAt) - Date.parse(last.createdAt) > withinMinutes * 60_000) return null;
  const question = groupAround({ around: said.slice(0, at + 1), messageId: last.id, windowSeconds });
  const isToEverybody = question.every(
    ({ repliesTo }) => (repliesTo?.authorId ?? last.author.id) === last.author.id,
  );
  return isToEverybody && asksSomething(question) ? { question, own } : null;
}

/** Whether there is more to a member's messages than chatter. */
export const asksSomething = (messages: readonly Message[]): boolean =>
  messages.some(({ attachments }) => attachments.length > 0) || !isChatter(batchText(messages));
