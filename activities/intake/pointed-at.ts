import { readsFileOf } from '../../domain/intake/attachments.ts';
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
  if (first.location.thread || !isAskedDirectly(batch) || saysSomething(batch, config)) return [];
  const ref = { channelId: first.location.channelId, threadId: null, messageId: first.id };
  const earlier = (await chat.fetchAround({ ...ref, before: 20, after: 0 })).filter(
    ({ id, createdAt, isSystem }) =>
      !isSystem &&
      compareIds(id, first.id) < 0 &&
      Date.parse(first.createdAt) - Date.parse(createdAt) <=
        config.discord.message_grouping_window_seconds * 1000,
  );
  const ownMessages = earlier.filter(
    ({ author, repliesTo }) => author.id === first.author.id && repliesTo === null,
  );
  const routing = await records.routingOf(ownMessages.map(({ id }) => id));
  const at = routing.findLastIndex(({ state }) => state !== 'ignored');
  const formerIds = await formerQuestion(records, routing[at]);
  if (formerIds === null) return [];
  // A call before this one was about the same question.
  const ofQuestion = ownMessages.filter(({ id }, index) => index > at || formerIds.includes(id));
  const open = openMessages(ofQuestion, earlier);
  return asksSomething(open) ? open : [];
}

/** The messages that Steward has last looked up for the member without finding an answer; null while it is looking. */
async function formerQuestion(
  records: DiscordDeps['records'],
  routing: MessageRouting | undefined,
): Promise<readonly string[] | null> {
  if (!routing) return [];
  if (routing.state !== 'handed_over') return null;
  const record = await records.replyRecord(routing.snapshotId);
  if (!record) return null;
  if (!['unanswered', 'skipped', 'failed'].includes(record.status)) return [];
  return (await records.snapshot(routing.snapshotId))?.batch.map(({ id }) => id) ?? [];
}

const saysSomething = (batch: readonly Message[], { ai_response: ai }: DiscordDeps['config']): boolean =>
  !isCallForHelp(batchText(batch)) ||
  readsFileOf(batch, ai.llm_enable_image) ||
  batch.some(({ repliesTo }) => repliesTo !== null);
