import type { EvaluationRecords } from '../../../../domain/ports/reply-records.ts';
import { insertNew } from '../../database/rows.ts';
import { all, first, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

const evaluations = tables.selectFrom('evaluations').selectAll();

export const createEvaluationRecords = (database: Database): EvaluationRecords => ({
  saveEvaluation: (evaluation) => database.write(() => insertNew('evaluations', [evaluation]), []),

  evaluation: (messageId) =>
    database.read(function* () {
      return (yield* first(evaluations.where('messageId', '=', messageId))) ?? null;
    }),

  evaluationsSince: (time) =>
    database.read(() =>
      all(
        evaluations
          .where('evaluatedAt', '>=', time.toISOString())
          .orderBy('evaluatedAt')
          .orderBy('messageId'),
      ),
    ),
});
