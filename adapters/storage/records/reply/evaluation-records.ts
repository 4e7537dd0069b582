import type { Selectable } from 'kysely';
import type { Evaluation, EvaluationRecords } from '../../../../domain/ports/records.ts';
import { insertNew } from '../../database/rows.ts';
import { all, first, type Database } from '../../database/section.ts';
import { tables, type Tables } from '../../database/tables.ts';

export const createEvaluationRecords = (database: Database): EvaluationRecords => ({
  saveEvaluation: ({ messageId, score, model, evaluatedAt }) =>
    database.write(function* () {
      const row = {
        message_id: messageId,
        score,
        model,
        evaluated_at: evaluatedAt,
      };
      yield* insertNew('evaluations', [row]);
    }, []),

  evaluation: (messageId) =>
    database.read(function* () {
      const row = yield* first(
        tables.selectFrom('evaluations').selectAll().where('message_id', '=', messageId),
      );
      return row ? evaluationOf(row) : null;
    }),

  evaluationsSince: (time) =>
    database.read(function* () {
      const rows = yield* all(
        tables
          .selectFrom('evaluations')
          .selectAll()
          .where('evaluated_at', '>=', time.toISOString())
          .orderBy('evaluated_at')
          .orderBy('message_id'),
      );
      return rows.map(evaluationOf);
    }),
});

const evaluationOf = (row: Selectable<Tables['evaluations']>): Evaluation => ({
  messageId: row.message_id,
  score: row.score,
  model: row.model,
  evaluatedAt: row.evaluated_at,
});
