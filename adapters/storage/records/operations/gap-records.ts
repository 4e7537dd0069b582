import { createHash } from 'node:crypto';
import { byWeight, gapOf } from '../../../../domain/operations/gaps.ts';
import { openQuestions } from '../../../../domain/operations/open-questions.ts';
import type { GapRecords } from '../../../../domain/ports/gaps.ts';
import { erasedAuthor } from '../../../../domain/team/erased-turns.ts';
import { insertNew, list, remove, update, valueOf, values, valuesOf } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { askedOf, unansweredRows } from '../reply/question-records.ts';
import { findReplyRecords } from '../reply/reply-record-rows.ts';

export const createGapRecords = (database: Database): GapRecords => ({
  unfiledQuestions: (since) =>
    database.read(async (trx) => {
      const filed = trx.selectFrom('gap_questions').select('messageId');
      const ids = await values(unansweredRows(trx, since).where('messageId', 'not in', filed));
      return openQuestions((await findReplyRecords(trx, ids)).map(askedOf), []);
    }),

  // Runs alone in the store, so that no name is opened twice and no words of an erased person are filed.
  fileQuestion: ({ messageId, name, kind, retrieved, askedAt }) =>
    database.write(async (trx) => {
      const author = await valueOf(trx, 'reply_records', { messageId }, 'authorId');
      if (author === null || author === erasedAuthor) return;
      const gapId = (await valueOf(trx, 'gaps', { name }, 'id')) ?? gapIdOf(messageId);
      await insertNew(trx, 'gaps', [{ id: gapId, name, decision: null, decidedAt: null }]);
      await insertNew(trx, 'gap_questions', [
        { messageId, gapId, kind, retrieved, askedAt, answeredBy: null },
      ]);
    }),

  filedQuestions: (limit) =>
    database.read(async (trx) => {
      const rows = await trx
        .selectFrom('gap_questions')
        .innerJoin('gaps', 'gaps.id', 'gap_questions.gapId')
        .select(['messageId', 'gapId', 'retrieved'])
        .where((where) => where.or([where('decision', 'is', null), where('decision', '!=', 'dismissed')]))
        .orderBy((of) => of.case().when('answeredBy', 'is', null).then(0).else(1).end())
        .orderBy('askedAt', 'desc')
        .orderBy('messageId')
        .limit(limit)
        .execute();
      const filed = new Map(rows.map((row) => [row.messageId, row]));
      const records = await findReplyRecords(trx, [...filed.keys()]);
      return records.map((record) => {
        const row = filed.get(record.messageId);
        return { ...askedOf(record), gapId: row?.gapId ?? '', retrieved: row?.retrieved ?? null };
      });
    }),

  saveAskedAgain: ({ messageId, answeredBy, retrieved, askedAt }) =>
    database.write(
      async (trx) => {
        await update(trx, 'gap_questions', { messageId }, { answeredBy, retrieved, askedAt });
      },
      [`message ${messageId}`],
    ),

  gaps: () => database.read(readGaps),

  // Runs alone in the store, like a filing.
  mergeGaps: ({ gapId, into }) =>
    database.write(async (trx) => {
      const target = await valueOf(trx, 'gaps', { name: into }, 'id');
      const isKnown = (await valueOf(trx, 'gaps', { id: gapId }, 'id')) !== null;
      if (target === null || target === gapId || !isKnown) return false;
      await update(trx, 'gap_questions', { gapId }, { gapId: target });
      await remove(trx, 'gaps', { id: gapId });
      return true;
    }),

  resolveGap: ({ gapId, resolution, now }) =>
    database.write(async (trx) => {
      const decided = { decision: resolution, decidedAt: now.toISOString() };
      return (await update(trx, 'gaps', { id: gapId }, decided)) > 0;
    }),
});

/** Buttons need a numeric id. A question that is not a Discord message gets a hash. */
const gapIdOf = (messageId: string): string =>
  /^\d{1,20}$/u.test(messageId)
    ? messageId
    : String(createHash('sha256').update(messageId).digest().readBigUInt64BE());

async function readGaps(trx: Transaction) {
  const filed = await list(trx, 'gap_questions', {}, ['messageId', 'gapId', 'kind', 'askedAt', 'answeredBy']);
  const records = await findReplyRecords(
    trx,
    filed.map(({ messageId: id }) => id),
  );
  const rowOf = new Map(filed.map((row) => [row.messageId, row]));
  const asked = records
    .flatMap((record) => {
      const row = rowOf.get(record.messageId);
      return row ? [{ record, row }] : [];
    })
    .toSorted((a, b) => (a.record.createdAt < b.record.createdAt ? -1 : 1));
  const byGap = Map.groupBy(asked, ({ row }) => row.gapId);
  const rows = await list(trx, 'gaps', {}, ['id', 'name', 'decision', 'decidedAt']);
  return rows
    .flatMap(({ id, name, decision: resolution, decidedAt: resolvedAt }) => {
      const own = byGap.get(id) ?? [];
      if (own.length === 0) return [];
      const questions = own.map(({ record, row }) => ({
        ...askedOf(record),
        kind: row.kind,
        lastAskedAt: row.askedAt,
        answeredBy: row.answeredBy,
      }));
      const nearest = own.flatMap(({ record }) => record.nearest ?? []);
      return [gapOf({ id, name, resolution, resolvedAt, questions, nearest })];
    })
    .toSorted(byWeight);
}

/** Deletes the gaps of these questions with everything filed there, because a name may contain their words. */
export async function dropGapsOf(trx: Transaction, messageIds: readonly string[]): Promise<void> {
  const filed = await valuesOf(trx, 'gap_questions', { messageId: messageIds }, 'gapId');
  await remove(trx, 'gaps', { id: [...new Set(filed)] });
}
