import { isCallForHelp } from '../../domain/intake/call-for-help.ts';
import { batchText } from '../../domain/intake/conversation.ts';
import { compareIds, type Message, type Batch } from '../../domain/intake/message.ts';
import { asksSomething, openMessages } from '../../domain/intake/person-answered.ts';
import { isAskedDirectly } from '../../domain/intake/routing.ts';
import type { MessageRouting } from '../../domain/ports/records.ts';
import type { DiscordDeps } from '../deps.ts';

/**
 * What a member's mention without a question of its own ("@steward", "@steward can you help?") is about: the last question that they
 * wrote in the channel just before, with what they added to it. Nothing if it has an answer, or is still being looked up.
 */
export async function pointedAt(
  { chat, config, records }: Pick<DiscordDeps, 'chat' | 'config' | 'records'>,
  batch: Batch,
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
  // A call before this one was about the same question.
  const again = await unansweredBatch(records, routing[at]);
  const asked = own.filter(({ id }, index) => index > at || again.has(id));
  const open = openMessages(asked, earlier);
  return asksSomething(open) ? open : [];
}

/** The ids of a batch that Steward looked up without finding an answer. */
async function unansweredBatch(
  records: DiscordDeps['records'],
  routing: MessageRouting | undefined,
): Promise<ReadonlySet<string>> {
  if (routing?.state !== 'handed_over') return new Set();
  const [record, snapshot] = await Promise.all([
    records.replyRecord(routing.snapshotId),
    records.snapshot(routing.snapshotId),
  ]);
  const isOpen = record !== null && ['unanswered', 'skipped', 'failed'].includes(record.status);
  return new Set(isOpen ? snapshot?.batch.map(({ id }) => id) : []);
}

function saysSomething(batch: readonly Message[]): boolean {
  return (
    !isCallForHelp(batchText(batch)) ||
    batch.some(({ attachments, repliesTo }) => attachments.length > 0 || repliesTo !== null)
  );
}
