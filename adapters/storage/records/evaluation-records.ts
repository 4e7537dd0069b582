import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Evaluation, EvaluationRecords } from '../../../domain/ports/records.ts';

export const createEvaluationRecords = (db: DatabaseSync): EvaluationRecords => ({
  async saveEvaluation({ messageId, score, model, evaluatedAt }) {
    db.prepare(
      `INSERT OR IGNORE INTO evaluations (message_id, score, model, evaluated_at, before_posting)
       VALUES (?, ?, ?, ?, ?)`,
    ).run(messageId, score, model, evaluatedAt, 0);
  },

  async evaluation(messageId) {
    const row = db.prepare('SELECT * FROM evaluations WHERE message_id = ?').get(messageId);
    return row ? evaluationOf(row) : null;
  },

  async evaluationsSince(time) {
    const rows = db
      .prepare('SELECT * FROM evaluations WHERE evaluated_at >= ? ORDER BY evaluated_at, message_id')
      .all(time.toISOString());
    return rows.map(evaluationOf);
  },
});

const evaluationOf = (row: Readonly<Record<string, SQLOutputValue>>): Evaluation => ({
  messageId: String(row['message_id']),
  score: Number(row['score']),
  model: String(row['model']),
  evaluatedAt: String(row['evaluated_at']),
});
