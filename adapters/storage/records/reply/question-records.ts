import { evaluator, outsideGuilds } from '../../../../domain/intake/ask-snapshot.ts';
import { discordLink } from '../../../../domain/intake/message.ts';
import type { AskedQuestion } from '../../../../domain/operations/asked-question.ts';
import type { QuestionRecords } from '../../../../domain/ports/reply-records.ts';
import { countedStatuses, uncountedReasons } from '../../../../domain/reply/reply-record-status.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { erasedAuthor } from '../../../../domain/team/erased-turns.ts';
import { values } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { findReplyRecords } from './reply-record-rows.ts';

/** Rows without evaluations and without erased people. */
const askedRows = (trx: Transaction) =>
  trx
    .selectFrom('reply_records')
    .select('messageId')
    .where('authorId', 'not in', [erasedAuthor, evaluator.id])
    .where('reason', 'not in', uncountedReasons);

export const unansweredRows = (trx: Transaction) =>
  askedRows(trx).where('status', 'in', ['unanswered', 'failed']);

export const createQuestionRecords = (database: Database): QuestionRecords => ({
  endedBetween: (start, end) =>
    database.read(async (trx) => {
      const ended = askedRows(trx)
        .where('createdAt', '>=', start.toISOString())
        .where('createdAt', '<', end.toISOString())
        .where('status', 'in', countedStatuses)
        .orderBy('createdAt');
      return await findReplyRecords(trx, await values(ended));
    }),
});

export function askedOf(record: ReplyRecord): AskedQuestion {
  const { messageId, guildId, channelId, threadId } = record;
  const { question, translatedQuestion, createdAt, reason, authorId } = record;
  // Questions asked by a command or a call are not messages.
  const isMessage = guildId !== outsideGuilds && /^\d+$/.test(messageId);
  const link = isMessage ? discordLink({ guildId, locationId: threadId ?? channelId, messageId }) : null;
  return { messageId, question, translatedQuestion, createdAt, reason, authorId, channelId, link };
}
