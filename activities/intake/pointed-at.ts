import { batchText } from '../../domain/intake/conversation.ts';
import { compareIds, type Message } from '../../domain/intake/message.ts';
import { asksSomething } from '../../domain/intake/person-answered.ts';
import { wordCount } from '../../domain/intake/question-gate.ts';
import { isAskedDirectly } from '../../domain/intake/routing.ts';
import { courtesyOf } from '../../domain/language/courtesies.ts';
import { withoutSteward } from '../../domain/values/text.ts';
import type { DiscordDeps } from '../deps.ts';

/**
 * What a member's mention without a question of its own ("@steward", "@steward can you help?") is about: what they wrote in the
 * channel just before and got no answer to. Nothing while that is still being looked up.
 */
export async function pointedAt(
  { chat, config, records }: Pick<DiscordDeps, 'chat' | 'config' | 'records'>,
  batch: readonly [Message, ...Message[]],
): Promise<readonly Message[]> {
  const [first] = batch;
  if (first.location.thread || !isAskedDirectly(batch) || saysSomething(batch)) return [];
  const ref = { channelId: first.location.channelId, threadId: null, messageId: first.id };
  const own = (await chat.fetchAround({ ...ref, before: 20, after: 0 })).filter(
    ({ id, author, createdAt, repliesTo }) =>
      author.id === first.author.id &&
      compareIds(id, first.id) < 0 &&
      repliesTo === null &&
      Date.parse(first.createdAt) - Date.parse(createdAt) <=
        config.discord.message_grouping_window_seconds * 1000,
  );
  const routing = await records.routingOf(own.map(({ id }) => id));
  const open = await Promise.all(
    routing.map(async (message) => {
      if (message.state !== 'handed_over') return message.state === 'ignored';
      const row = await records.replyRecord(message.snapshotId);
      return row !== null && ['unanswered', 'skipped', 'failed'].includes(row.status);
    }),
  );
  const openIds = new Set(routing.flatMap(({ messageId }, at) => (open[at] ? [messageId] : [])));
  const left = own.slice(own.findLastIndex(({ id }) => !openIds.has(id)) + 1);
  return asksSomething(left) ? left : [];
}

function saysSomething(batch: readonly Message[]): boolean {
  const text = batchText(batch);
  const isCall = wordCount(withoutSteward(text)) === 0 || courtesyOf(text)?.courtesy === 'help';
  return !isCall || batch.some(({ attachments, repliesTo }) => attachments.length > 0 || repliesTo !== null);
}
