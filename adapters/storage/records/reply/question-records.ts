import { evaluator, outsideGuilds } from '../../../../domain/intake/ask-snapshot.ts';
import { discordLink } from '../../../../domain/intake/message.ts';
import type { AskedQuestion } from '../../../../domain/operations/asked-question.ts';
import { openQuestions } from '../../../../domain/operations/open-questions.ts';
import type { QuestionRecords } from '../../../../domain/ports/reply-records.ts';
import { countedStatuses, uncountedReasons } from '../../../../domain/reply/reply-record-status.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { erasedAuthor } from '../../../../domain/team/erased-turns.ts';
import { parseRaw } from '../../../../domain/team/qa-blocks.ts';
import type { RawEntry } from '../../../../domain/team/qa-pair.ts';
import { timestampFromDate, qaIdFromTimestamp } from '../../../../domain/values/qa-id.ts';
import { values } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { retractedAmong } from '../../retracted-and-erased.ts';
import { findReplyRecords } from './reply-record-rows.ts';

/** Rows since a time, without evaluations and without erased people. */
const rowsSince = (trx: Transaction, time: Date) =>
  trx
    .selectFrom('reply_records')
    .where('createdAt', '>=', time.toISOString())
    .where('authorId', 'not in', [erasedAuthor, evaluator.id])
    .where('reason', 'not in', uncountedReasons);

/** The message ids of unanswered questions, oldest first. */
export const unansweredRows = (trx: Transaction, time: Date) =>
  rowsSince(trx, time)
    .select('messageId')
    .where('status', 'in', ['unanswered', 'failed'])
    .orderBy('createdAt')
    .orderBy('messageId');

/** Questions that their askers marked as solved. */
const solvedAmong = (trx: Transaction, messageIds: readonly string[]) =>
  values(
    trx
      .selectFrom('votes')
      .innerJoin('reply_records', (join) =>
        join
          .onRef('reply_records.messageId', '=', 'votes.messageId')
          .onRef('reply_records.authorId', '=', 'votes.userId'),
      )
      .select('votes.messageId')
      .where('votes.messageId', 'in', messageIds)
      .where('helpful', '=', 1),
  );

export const createQuestionRecords = (database: Database): QuestionRecords => ({
  unansweredSince: (time) =>
    database.read(async (trx) => {
      const ids = await values(unansweredRows(trx, time));
      const questions = (await findReplyRecords(trx, ids)).map(askedOf);
      const solved = new Set(await solvedAmong(trx, ids));
      const unsolved = questions.filter(({ messageId }) => !solved.has(messageId));
      const answers = rowsSince(trx, time)
        .select('messageId')
        .where('status', '=', 'answered')
        .where('authorId', 'in', [...new Set(unsolved.map(({ authorId }) => authorId))]);
      const answered = (await findReplyRecords(trx, await values(answers))).map(askedOf);
      return openQuestions(unsolved, await capturedSince(trx, time), answered);
    }),

  endedBetween: (start, end) =>
    database.read(async (trx) => {
      const ended = rowsSince(trx, start)
        .select('messageId')
        .where('createdAt', '<', end.toISOString())
        .where('status', 'in', countedStatuses)
        .orderBy('createdAt');
      return await findReplyRecords(trx, await values(ended));
    }),
});

/** Entries captured since then that are not retracted. */
async function capturedSince(trx: Transaction, time: Date): Promise<readonly RawEntry[]> {
  const since = qaIdFromTimestamp(timestampFromDate(time));
  const texts = await values(trx.selectFrom('raw_segments').select('text').where('qaId', '>=', since));
  const entries = texts.flatMap((text) => parseRaw(text).entries);
  const retracted = await retractedAmong(
    trx,
    entries.map(({ qaId }) => qaId),
  );
  return entries.filter(({ qaId }) => !retracted.has(qaId));
}

export function askedOf(record: ReplyRecord): AskedQuestion {
  const { messageId, guildId, channelId, threadId } = record;
  const { question, translatedQuestion, createdAt, reason, authorId } = record;
  // Questions asked by a command or a call are not messages.
  const isMessage = guildId !== outsideGuilds && /^\d+$/.test(messageId);
  const link = isMessage ? discordLink({ guildId, locationId: threadId ?? channelId, messageId }) : null;
  return { messageId, question, translatedQuestion, createdAt, reason, authorId, channelId, link };
}
