import { gapsOf, gapWith, type GapQuestion } from '../../../../domain/operations/gaps.ts';
import { outsideGuilds } from '../../../../domain/intake/ask-snapshot.ts';
import { discordLink } from '../../../../domain/intake/message.ts';
import { asksNothing } from '../../../../domain/operations/asked-question.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import type { GapRecords } from '../../../../domain/ports/records.ts';
import type { ReplyReason } from '../../../../domain/reply/reply-record-status.ts';
import { daysBefore } from '../../../../domain/values/time.ts';
import { list, update, values } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { findReplyRecords, isAsked, newestReplyRecords } from '../reply/reply-record-rows.ts';

/** Older questions say little about the documents of today. */
const askedDays = 90;
/** So many of the newest questions are grouped, which takes a fraction of a second. */
const maxGrouped = 2_000;

export const createGapRecords = (database: Database, now: () => Date): GapRecords => {
  const gaps = async (trx: Transaction) => gapsOf(await questionsIn(trx), daysBefore(now(), askedDays));
  return {
    gaps: () => database.read(gaps),

    resolveGap: ({ gapId, resolution }) =>
      database.write(async (trx) => {
        const gap = gapWith(await gaps(trx), gapId);
        if (!gap) return false;
        const messageIds = gap.questions.map(({ messageId }) => messageId);
        await update(trx, 'reply_records', { messageId: messageIds }, { resolution });
        return true;
      }),
  };
};

/** Of a question that met a limit nobody knows whether the documents cover it. */
const limitReasons: readonly ReplyReason[] = ['asked_too_often', 'budget_spent', 'cooldown'];

/** Also those that the team has answered: the documents may still lack it. */
async function questionsIn(trx: Transaction): Promise<readonly GapQuestion[]> {
  const unanswered = newestReplyRecords(trx)
    .where(isAsked)
    .where('status', 'in', ['unanswered', 'failed'])
    .where('reason', 'not in', limitReasons);
  const ids = await values(unanswered.limit(maxGrouped));
  const rows = await list(trx, 'reply_records', { messageId: ids }, ['messageId', 'resolution']);
  const resolutions = new Map(rows.map(({ messageId, resolution }) => [messageId, resolution]));
  const records = (await findReplyRecords(trx, ids)).filter(({ question }) => !asksNothing(question));
  return records.map((record) => ({
    ...record,
    link: linkOf(record),
    nearest: record.nearest ?? [],
    vector: record.vector ?? null,
    resolution: resolutions.get(record.messageId) ?? null,
  }));
}

/** Null for a question that was asked by a command or a call, which is no message. */
const linkOf = ({ messageId, guildId, channelId, threadId }: ReplyRecord): string | null =>
  guildId !== outsideGuilds && /^\d+$/.test(messageId)
    ? discordLink({ guildId, locationId: threadId ?? channelId, messageId })
    : null;
