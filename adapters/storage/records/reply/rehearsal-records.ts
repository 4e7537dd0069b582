import { sql } from 'kysely';
import { messagesIn, snapshotExpiry } from '../../../../domain/intake/snapshot.ts';
import type { RehearsalRecords } from '../../../../domain/ports/reply-records.ts';
import {
  askedAt,
  type RehearsedEnd,
  type RehearsedQuestion,
} from '../../../../domain/reply/rehearsal/rehearsed-question.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { isCurrent } from '../purge-records.ts';
import { find, insertNew, list, update, type Row } from '../../database/rows.ts';
import { holdsErased } from '../../retracted-and-erased.ts';

const columns = ['body', 'ended', 'judged', 'expiresAt'] as const;

export const createRehearsalRecords = (database: Database, now: () => Date): RehearsalRecords => ({
  saveRehearsed: (question) =>
    database.write(async (trx) => {
      const { id, rehearsal, snapshot, team } = question;
      if (await holdsErased(trx, [...messagesIn(snapshot), ...team])) return false;
      const body = JSON.stringify({ id, rehearsal, snapshot, team });
      const row = { id, rehearsal, body, ended: null, judged: null };
      const expiresAt = snapshotExpiry(now()).getTime();
      await insertNew(trx, 'rehearsed_questions', [{ ...row, expiresAt }]);
      return true;
    }),

  rehearsed: (id) =>
    database.read(async (trx) => {
      const row = await find(trx, 'rehearsed_questions', { id }, columns);
      return row && isCurrent(row, now()) ? questionOf(row) : null;
    }),

  endRehearsed: (id, end) =>
    database.write(
      async (trx) => void (await update(trx, 'rehearsed_questions', { id }, { ended: JSON.stringify(end) })),
    ),

  judgeRehearsed: (id, judged) =>
    database.write(async (trx) => (await update(trx, 'rehearsed_questions', { id }, { judged })) > 0),

  rehearsedIn: (rehearsal) =>
    database.read(async (trx) => {
      const rows = await list(trx, 'rehearsed_questions', { rehearsal }, columns);
      const questions = rows.filter((row) => isCurrent(row, now())).map(questionOf);
      return questions.toSorted((a, b) => (askedAt(a) < askedAt(b) ? -1 : 1));
    }),

  rehearsals: () =>
    database.read(async (trx) => {
      const rows = await trx
        .selectFrom('rehearsed_questions')
        .select('rehearsal')
        .distinct()
        .where('expiresAt', '>', now().getTime())
        .orderBy('rehearsal', 'desc')
        .execute();
      return rows.map(({ rehearsal }) => rehearsal);
    }),
});

const questionOf = ({
  body,
  ended,
  judged,
}: Pick<Row<'rehearsed_questions'>, 'body' | 'ended' | 'judged'>): RehearsedQuestion => ({
  ...(JSON.parse(body) as Pick<RehearsedQuestion, 'id' | 'rehearsal' | 'snapshot' | 'team'>),
  end: ended === null ? null : (JSON.parse(ended) as RehearsedEnd),
  judged,
});

const naming = (userId: string) => sql<boolean>`body LIKE ${`%${JSON.stringify(userId)}%`}`;

/** Questions in which a person wrote, or that name them by their id. */
export const rehearsedNaming = async (
  trx: Transaction,
  userId: string,
): Promise<readonly RehearsedQuestion[]> => {
  const rows = await trx.selectFrom('rehearsed_questions').select(columns).where(naming(userId)).execute();
  return rows.map(questionOf);
};

/** They go with their answers, which may repeat the person's words. */
export async function removeRehearsedNaming(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('rehearsed_questions').where(naming(userId)).execute();
}
