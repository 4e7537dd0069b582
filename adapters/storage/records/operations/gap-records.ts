import { createHash } from 'node:crypto';
import { byWeight, gapOf } from '../../../../domain/operations/gaps.ts';
import { openQuestions } from '../../../../domain/operations/open-questions.ts';
import type { GapRecords } from '../../../../domain/ports/gaps.ts';
import { erasedAuthor } from '../../../../domain/team/erased-turns.ts';
import { insertNew, list, remove, update, valueOf, values } from '../../database/rows.ts';
import { all, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { askedOf, rowsSince } from '../reply/question-records.ts';
import { findInteractions } from '../reply/reply-record-rows.ts';

export const createGapRecords = (database: Database): GapRecords => ({
  unfiledQuestions: (since) =>
    database.read(function* () {
      const ids = yield* values(
        rowsSince(since)
          .select('message_id')
          .where('status', 'in', ['unanswered', 'failed'])
          .where('message_id', 'not in', tables.selectFrom('gap_questions').select('message_id'))
          .orderBy('created_at')
          .orderBy('message_id'),
      );
      return openQuestions((yield* findInteractions(ids)).map(askedOf), []);
    }),

  // Alone in the store: two runs must not open two gaps of one name, nor file the words of a person who is being erased.
  fileQuestion: ({ messageId, name, kind, retrieved, askedAt }) =>
    database.write(function* () {
      const author = yield* valueOf('interactions', { message_id: messageId }, 'author_id');
      if (author === null || author === erasedAuthor) return;
      const gapId = (yield* valueOf('gaps', { name }, 'id')) ?? gapIdOf(messageId);
      yield* insertNew('gaps', [{ id: gapId, name, decision: null, decided_at: null }]);
      yield* insertNew('gap_questions', [
        { message_id: messageId, gap_id: gapId, kind, retrieved, asked_at: askedAt, answered_by: null },
      ]);
    }),

  filedQuestions: (limit) =>
    database.read(function* () {
      const rows = yield* all(
        tables
          .selectFrom('gap_questions')
          .innerJoin('gaps', 'gaps.id', 'gap_questions.gap_id')
          .select(['message_id', 'gap_id', 'retrieved'])
          .where((where) => where.or([where('decision', 'is', null), where('decision', '!=', 'dismissed')]))
          .orderBy((of) => of.case().when('answered_by', 'is', null).then(0).else(1).end())
          .orderBy('asked_at', 'desc')
          .orderBy('message_id')
          .limit(limit),
      );
      const filed = new Map(rows.map((row) => [row.message_id, row]));
      const records = yield* findInteractions([...filed.keys()]);
      return records.map((record) => {
        const row = filed.get(record.messageId);
        return { ...askedOf(record), gapId: row?.gap_id ?? '', retrieved: row?.retrieved ?? null };
      });
    }),

  saveAskedAgain: ({ messageId, answeredBy, retrieved, askedAt }) =>
    database.write(
      function* () {
        yield* update(
          'gap_questions',
          { message_id: messageId },
          { answered_by: answeredBy, retrieved, asked_at: askedAt },
        );
      },
      [`message ${messageId}`],
    ),

  gaps: () => database.read(readGaps),

  // Alone in the store, as a filing is.
  mergeGaps: ({ gapId, into }) =>
    database.write(function* () {
      const target = yield* valueOf('gaps', { name: into }, 'id');
      const isKnown = (yield* valueOf('gaps', { id: gapId }, 'id')) !== null;
      if (target === null || target === gapId || !isKnown) return false;
      yield* update('gap_questions', { gap_id: gapId }, { gap_id: target });
      yield* remove('gaps', { id: gapId });
      return true;
    }),

  decideGap: ({ gapId, decision, now }) =>
    database.write(function* () {
      const decided = { decision, decided_at: now.toISOString() };
      return (yield* update('gaps', { id: gapId }, decided)) > 0;
    }),
});

/** Buttons carry numbers: a question that is no message on Discord lends its gap a hash. */
const gapIdOf = (messageId: string): string =>
  /^\d{1,20}$/u.test(messageId)
    ? messageId
    : String(createHash('sha256').update(messageId).digest().readBigUInt64BE());

function* readGaps() {
  const filed = yield* list('gap_questions', {}, ['message_id', 'gap_id', 'kind', 'asked_at', 'answered_by']);
  const records = yield* findInteractions(filed.map(({ message_id: id }) => id));
  const rowOf = new Map(filed.map((row) => [row.message_id, row]));
  const asked = records
    .flatMap((record) => {
      const row = rowOf.get(record.messageId);
      return row ? [{ record, row }] : [];
    })
    .toSorted((a, b) => (a.record.createdAt < b.record.createdAt ? -1 : 1));
  const byGap = Map.groupBy(asked, ({ row }) => row.gap_id);
  const rows = yield* list('gaps', {}, ['id', 'name', 'decision', 'decided_at']);
  return rows
    .flatMap(({ id, name, decision, decided_at: decidedAt }) => {
      const own = byGap.get(id) ?? [];
      if (own.length === 0) return [];
      const questions = own.map(({ record, row }) => ({
        ...askedOf(record),
        kind: row.kind,
        lastAskedAt: row.asked_at,
        answeredBy: row.answered_by,
      }));
      const nearest = own.flatMap(({ record }) => record.nearest ?? []);
      return [gapOf({ id, name, decision, decidedAt, questions, nearest })];
    })
    .toSorted(byWeight);
}

/** The gaps of these questions, with all that was filed there: a name may hold the words of one of them. */
export function* dropGapsOf(messageIds: readonly string[]): Section<void> {
  const filed = yield* list('gap_questions', { message_id: messageIds }, ['gap_id']);
  yield* remove('gaps', { id: [...new Set(filed.map(({ gap_id: id }) => id))] });
}
