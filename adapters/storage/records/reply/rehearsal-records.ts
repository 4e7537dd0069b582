import { sql } from 'kysely';
import { messagesIn, snapshotExpiry } from '../../../../domain/intake/snapshot.ts';
import type { RehearsalRecords } from '../../../../domain/ports/reply-records.ts';
import { askedAt, type RehearsedQuestion } from '../../../../domain/reply/rehearsal/rehearsed-question.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { insertNew, update } from '../../database/rows.ts';
import { holdsErased } from '../../retracted-and-erased.ts';

const columns = ['id', 'rehearsal', 'snapshot', 'team', 'end', 'judged'] as const;

export const createRehearsalRecords = (database: Database, now: () => Date): RehearsalRecords => ({
  saveRehearsed: (question) =>
    database.write(async (trx) => {
      if (await holdsErased(trx, [...messagesIn(question.snapshot), ...question.team])) return false;
      const expiresAt = snapshotExpiry(now()).getTime();
      await insertNew(trx, 'rehearsed_questions', [{ ...question, expiresAt }]);
      return true;
    }),

  rehearsed: (id) =>
    database.read(async (trx) => {
      const current = questionsAt(trx, now()).where('id', '=', id);
      return (await current.executeTakeFirst()) ?? null;
    }),

  endRehearsed: (id, end) =>
    database.write(async (trx) => void (await update(trx, 'rehearsed_questions', { id }, { end }))),

  judgeRehearsed: (id, judged) =>
    database.write(async (trx) => (await update(trx, 'rehearsed_questions', { id }, { judged })) > 0),

  rehearsedIn: (rehearsal) =>
    database.read(async (trx) => {
      const questions = await questionsAt(trx, now()).where('rehearsal', '=', rehearsal).execute();
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

const questionsAt = (trx: Transaction, now: Date) =>
  trx.selectFrom('rehearsed_questions').select(columns).where('expiresAt', '>', now.getTime());

const naming = (userId: string) => sql<boolean>`snapshot || team LIKE ${`%${JSON.stringify(userId)}%`}`;

/** Questions in which a person wrote, or that name them by their id. */
export const rehearsedNaming = (trx: Transaction, userId: string): Promise<readonly RehearsedQuestion[]> =>
  trx.selectFrom('rehearsed_questions').select(columns).where(naming(userId)).execute();

/** They go with their answers, which may repeat the person's words. */
export async function removeRehearsedNaming(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('rehearsed_questions').where(naming(userId)).execute();
}
