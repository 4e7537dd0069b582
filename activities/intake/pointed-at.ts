import { batchText } from '../../domain/intake/conversation.ts';
import { compareIds, type Message } from '../../domain/intake/message.ts';
import { asksSomething, isUnreplied, personAnswered } from '../../domain/intake/person-answered.ts';
import { wordCount } from '../../domain/intake/question-gate.ts';
import { isAskedDirectly } from '../../domain/intake/routing.ts';
import { courtesyOf } from '../../domain/language/courtesies.ts';
import { withoutSteward } from '../../domain/values/text.ts';
import type { DiscordDeps } from '../deps.ts';

/**
 * What a member's mention without a question of its own ("@steward", "@steward can you help?") is about: the last question that they
 * wrote in the channel just before, with what they added to it. Nothing if it has an answer, or is still being looked up.
 */
export async function pointedAt(
  { chat, config, records }: Pick<DiscordDeps, 'chat' | 'config' | 'records'>,
  batch: readonly [Message, ...Message[]],
): Promise<readonly Message[]> {
  const [first] = batch;
  if (first.location.thread || !isAskedDirectly(batch) || saysSomething(batch)) return [];
  const ref = { channelId: first.location.channelId, threadId: null, messageId: first.id };
  const earlier = (await chat.fetchAround({ ...ref, before: 20, after: 0 })).filter(
    ({ id, createdAt, isSystem }) =>
      !isSystem &&
      compareIds(id, first.id) < 0 &&
      Date.parse(first.createdAt) - Date.parse(createdAt) <=
        config.discord.message_grouping_window_seconds * 1000,
  );
  const own = earlier.filter(({ author, repliesTo }) => author.id === first.author.id && repliesTo === null);
  const routing = await records.routingOf(own.map(({ id }) => id));
  const at = routing.findLastIndex(({ state }) => state !== 'ignored');
  const asked = routing[at];
  if (asked && !(asked.state === 'handed_over' && (await isOpen(records, asked.snapshotId)))) return [];
  // A call before this one was about the same question.
  const snapshot = asked?.state === 'handed_over' ? await records.snapshot(asked.snapshotId) : null;
  const ids = new Set(snapshot?.batch.map(({ id }) => id));
  const question = own.filter(({ id }, index) => ids.has(id) || index > at);
  return asksSomething(question) && !hasAnswer(question, earlier, first.author) ? question : [];
}

async function isOpen(records: DiscordDeps['records'], snapshotId: string): Promise<boolean> {
  const row = await records.replyRecord(snapshotId);
  return row !== null && ['unanswered', 'skipped', 'failed'].includes(row.status);
}

/** Whether somebody has replied to the question, or the team has said more than a courtesy to nobody since. */
const hasAnswer = (
  question: readonly Message[],
  earlier: readonly Message[],
  author: Message['author'],
): boolean =>
  personAnswered({ snapshot: { batch: question, author }, since: earlier }) ||
  earlier.some(
    (message) =>
      isUnreplied(message) &&
      compareIds(message.id, question.at(-1)?.id ?? message.id) > 0 &&
      courtesyOf(message.text) === null,
  );

function saysSomething(batch: readonly Message[]): boolean {
  const text = batchText(batch);
  const isCall = wordCount(withoutSteward(text)) === 0 || courtesyOf(text)?.courtesy === 'help';
  return !isCall || batch.some(({ attachments, repliesTo }) => attachments.length > 0 || repliesTo !== null);
}
