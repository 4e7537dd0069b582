import type { EvaluationRecords } from '../../../../domain/ports/reply-records.ts';
import { insertNew } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';

const evaluations = (trx: Transaction) => trx.selectFrom('evaluations').selectAll();

export const createEvaluationRecords = (database: Database): EvaluationRecords => ({
  saveEvaluation: (evaluation) => database.write((trx) => insertNew(trx, 'evaluations', [evaluation])),

  evaluation: (messageId) =>
    database.read(async (trx) => {
      return (await evaluations(trx).where('messageId', '=', messageId).executeTakeFirst()) ?? null;
    }),

  evaluationsSince: (time) =>
    database.read((trx) =>
      evaluations(trx)
        .where('evaluatedAt', '>=', time.toISOString())
        .orderBy('evaluatedAt')
        .orderBy('messageId')
        .execute(),
    ),
});
