import type { DatabaseSync } from 'node:sqlite';
import type { RecallRecords } from '../../../domain/ports/records.ts';
import type { AnswerVote, EarlierAnswer, UsedSource } from '../../../domain/reply/recall.ts';
import { searchTerms } from '../../../domain/search/search-terms.ts';
import { transaction } from '../sqlite/transaction.ts';
import { assertReplyRecord, findReplyRecord } from './reply-record-rows.ts';

/** More words of a question say nothing more about what it asks. */
const maxTerms = 40;

export function createRecallRecords(db: DatabaseSync): RecallRecords {
  return {
    async vote({ messageId, userId, helpful, byTeam }) {
      transaction(db, () => {
        assertReplyRecord(db, messageId);
        db.prepare(
          'INSERT OR REPLACE INTO votes (message_id, user_id, helpful, by_team) VALUES (?, ?, ?, ?)',
        ).run(messageId, userId, Number(helpful), Number(byTeam));
      });
    },

    async saveForRecall({ messageId, language, sources }) {
      transaction(db, () => {
        const record = findReplyRecord(db, messageId);
        if (!record || record.answer === null) return;
        const kept = db
          .prepare(
            `INSERT OR IGNORE INTO recall_answers (message_id, language, sources, answered_at)
             VALUES (?, ?, ?, ?) RETURNING id`,
          )
          .get(messageId, language, JSON.stringify(sources), Date.parse(record.createdAt));
        if (kept === undefined) return;
        db.prepare('INSERT INTO recall_questions (rowid, terms) VALUES (?, ?)').run(
          kept['id'] ?? null,
          searchTerms(record.question).join(' '),
        );
      });
    },

    async dropFromRecall(messageId) {
      transaction(db, () => dropFromRecall(db, messageId));
    },

    async earlierAnswers({ question, since, limit }) {
      const terms = [...new Set(searchTerms(question))].slice(0, maxTerms);
      if (terms.length === 0) return [];
      const rows = db
        .prepare(
          `SELECT message_id, language, sources FROM recall_questions
           JOIN recall_answers ON recall_answers.id = recall_questions.rowid
           WHERE recall_questions MATCH ? AND sources IS NOT NULL AND answered_at >= ?
           ORDER BY bm25(recall_questions), recall_answers.id DESC LIMIT ?`,
        )
        .all(terms.map((term) => `"${term}"`).join(' OR '), since.getTime(), limit);
      return rows.flatMap((row): readonly EarlierAnswer[] => {
        const record = findReplyRecord(db, String(row['message_id']));
        if (!record || record.answer === null) return [];
        const sources = JSON.parse(String(row['sources'])) as readonly UsedSource[];
        const language = row['language'] === null ? null : String(row['language']);
        return [{ record, language, sources, votes: votesOn(db, record.messageId) }];
      });
    },
  };
}

/** The question's words go; that it was dropped stays. */
export function dropFromRecall(db: DatabaseSync, messageId: string): void {
  db.prepare(
    'DELETE FROM recall_questions WHERE rowid IN (SELECT id FROM recall_answers WHERE message_id = ?)',
  ).run(messageId);
  db.prepare('UPDATE recall_answers SET sources = NULL WHERE message_id = ?').run(messageId);
}

const votesOn = (db: DatabaseSync, messageId: string): readonly AnswerVote[] =>
  db
    .prepare('SELECT user_id, helpful, by_team FROM votes WHERE message_id = ? ORDER BY user_id')
    .all(messageId)
    .map((row) => ({
      messageId,
      userId: String(row['user_id']),
      helpful: row['helpful'] === 1,
      byTeam: row['by_team'] === 1,
    }));
