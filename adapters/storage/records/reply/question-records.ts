import { evaluator, outsideGuilds } from '../../../../domain/intake/ask-snapshot.ts';
import { discordLink } from '../../../../domain/intake/message.ts';
import type { AskedQuestion } from '../../../../domain/operations/group-questions.ts';
import { openQuestions } from '../../../../domain/operations/open-questions.ts';
import type { QuestionRecords } from '../../../../domain/ports/reply-records.ts';
import { countedStatuses, uncountedReasons } from '../../../../domain/reply/reply-record-status.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { erasedAuthor } from '../../../../domain/team/erased-turns.ts';
import { parseRaw } from '../../../../domain/team/qa-blocks.ts';
import type { RawEntry } from '../../../../domain/team/qa-pair.ts';
import { snowflakeAt } from '../../../../domain/values/snowflake.ts';
import { timestampFromDate, qaIdFromTimestamp } from '../../../../domain/values/qa-id.ts';
import { allAmong, countIn, values } from '../../database/rows.ts';
import { all, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { retractedAmong } from '../../retracted-and-erased.ts';
import { versionsIn } from '../intake/message-records.ts';
import { findReplyRecords } from './reply-record-rows.ts';

/** Rows since a time, without evaluations and without erased people. */
const rowsSince = (time: Date) =>
  tables
    .selectFrom('reply_records')
    .where('createdAt', '>=', time.toISOString())
    .where('authorId', 'not in', [erasedAuthor, evaluator.id])
    .where('reason', 'not in', uncountedReasons);

/** The message ids of unanswered questions, oldest first. */
export const unansweredRows = (time: Date) =>
  rowsSince(time)
    .select('messageId')
    .where('status', 'in', ['unanswered', 'failed'])
    .orderBy('createdAt')
    .orderBy('messageId');

/** Questions that their askers marked as solved. */
function* solvedAmong(messageIds: readonly string[]): Section<ReadonlySet<string>> {
  const rows = yield* allAmong(messageIds, (some) =>
    tables
      .selectFrom('votes')
      .innerJoin('reply_records', (join) =>
        join
          .onRef('reply_records.messageId', '=', 'votes.messageId')
          .onRef('reply_records.authorId', '=', 'votes.userId'),
      )
      .select('votes.messageId')
      .where('votes.messageId', 'in', some)
      .where('helpful', '=', 1),
  );
  return new Set(rows.map(({ messageId: id }) => id));
}

export const createQuestionRecords = (database: Database, now: () => Date): QuestionRecords => ({
  unansweredSince: (time) =>
    database.read(function* () {
      const ids = yield* values(unansweredRows(time));
      const others = rowsSince(time).where('status', 'not in', ['unanswered', 'failed', 'skipped']);
      const questions = (yield* findReplyRecords(ids)).map(askedOf);
      const asked = openQuestions(questions, []).length + (yield* countIn(others));
      const solved = yield* solvedAmong(ids);
      const unsolved = questions.filter((_, at) => !solved.has(ids[at] ?? ''));
      const authors = [...new Set(unsolved.map(({ authorId }) => authorId))];
      const answers = yield* allAmong(authors, (some) =>
        rowsSince(time).select('messageId').where('status', '=', 'answered').where('authorId', 'in', some),
      );
      const answered = (yield* findReplyRecords(answers.map(({ messageId }) => messageId))).map(askedOf);
      return { asked, open: openQuestions(unsolved, yield* capturedSince(time), answered) };
    }),

  endedBetween: (start, end) =>
    database.read(function* () {
      const ended = rowsSince(start)
        .select('messageId')
        .where('createdAt', '<', end.toISOString())
        .where('status', 'in', countedStatuses)
        .orderBy('createdAt');
      return yield* findReplyRecords(yield* values(ended));
    }),

  droppedSince: (time) =>
    database.read(function* () {
      const earliest = snowflakeAt(time);
      const unread = yield* all(
        tables
          .selectFrom('handled_messages')
          .innerJoin('messages', 'messages.id', 'handled_messages.messageId')
          .select(['messages.body', 'handled_messages.reason'])
          .where('handled_messages.reason', '=', 'chatter')
          .where('messages.body', 'is not', null)
          .where('messages.expiresAt', '>', now().getTime())
          .where((where) => {
            // Ids are numbers that grow with time, so a longer one is later.
            const digits = where.fn<number>('length', ['messages.id']);
            const own = where.val(earliest.length);
            const isSameLength = where(digits, '=', own);
            return where.or([
              where(digits, '>', own),
              where.and([isSameLength, where('messages.id', '>=', earliest)]),
            ]);
          })
          .orderBy('messages.id'),
      );
      const chatter = unread.map(({ body, reason }): AskedQuestion => {
        const [{ id, text, createdAt, author, location, link }] = versionsIn(body ?? '');
        const { channelId } = location;
        return { messageId: id, question: text, createdAt, reason, authorId: author.id, channelId, link };
      });
      const ids = yield* values(
        rowsSince(time)
          .select('messageId')
          .where('status', '=', 'skipped')
          .where('reason', 'in', ['not_a_question', 'not_answerable', 'too_short', 'unread_file']),
      );
      return [...chatter, ...(yield* findReplyRecords(ids)).map(askedOf)];
    }),
});

/** Entries captured since then that are not retracted. */
function* capturedSince(time: Date): Section<readonly RawEntry[]> {
  const since = qaIdFromTimestamp(timestampFromDate(time));
  const texts = yield* values(tables.selectFrom('raw_segments').select('text').where('qaId', '>=', since));
  const entries = texts.flatMap((text) => parseRaw(text).entries);
  const retracted = yield* retractedAmong(entries.map(({ qaId }) => qaId));
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
