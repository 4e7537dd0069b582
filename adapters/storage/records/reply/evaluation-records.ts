import type { EvaluationRecords } from '../../../../domain/ports/reply-records.ts';
import { insertNew } from '../../database/rows.ts';
import { all, first, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

const evaluations = tables
  .selectFrom('evaluations')
  .select(['message_id as messageId', 'score', 'model', 'evaluated_at as evaluatedAt']);

export const createEvaluationRecords = (database: Database): EvaluationRecords => ({
  saveEvaluation: ({ messageId, score, model, evaluatedAt }) =>
    database.write(
      () => insertNew('evaluations', [{ message_id: messageId, score, model, evaluated_at: evaluatedAt }]),
      [],
    ),

  evaluation: (messageId) =>
    database.read(function* () {
      return (yield* first(evaluations.where('message_id', '=', messageId))) ?? null;
    }),

  evaluationsSince: (time) =>
    database.read(() =>
      all(
        evaluations
          .where('evaluated_at', '>=', time.toISOString())
          .orderBy('evaluated_at')
          .orderBy('message_id'),
      ),
    ),
});
