import type { DatabaseSync } from 'node:sqlite';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { ReplyRecords } from '../../../domain/ports/records.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import { transaction } from '../sqlite/transaction.ts';
import { findReplyRecord, rememberPart } from './reply-record-rows.ts';

/** An answer that is made again after its question was edited. */
export function revisionRecords(db: DatabaseSync): Pick<ReplyRecords, 'adoptRevision' | 'dropRevision'> {
  const drop = (revisionId: string) => {
    db.prepare('DELETE FROM interactions WHERE message_id = ?').run(revisionId);
    // It must not hold other questions back, as an answer in the making does.
    db.prepare('DELETE FROM admissions WHERE message_id = ?').run(revisionId);
  };
  return {
    async adoptRevision({ messageId, revisionId, status, postedMessageIds, now }) {
      transaction(db, () => {
        const [record, revision] = [findReplyRecord(db, messageId), findReplyRecord(db, revisionId)];
        if (!record || !revision) return;
        const body: ReplyRecord = {
          ...revision,
          messageId,
          createdAt: record.createdAt,
          modelCalls: [...record.modelCalls, ...revision.modelCalls],
        };
        db.prepare(
          'UPDATE interactions SET body = ?, status = ?, reason = ?, changed_at = ? WHERE message_id = ?',
        ).run(JSON.stringify(body), status, revision.reason, now.toISOString(), messageId);
        db.prepare('DELETE FROM posted_parts WHERE message_id = ?').run(messageId);
        for (const [part, id] of postedMessageIds.entries()) rememberPart(db, messageId, part, id);
        adoptSnapshot(db, messageId, revisionId);
        drop(revisionId);
      });
    },

    async dropRevision(revisionId) {
      transaction(db, () => drop(revisionId));
    },
  };
}

/** The next edit is compared with what the answer is to now. */
function adoptSnapshot(db: DatabaseSync, messageId: string, revisionId: string): void {
  const revision = db.prepare('SELECT body FROM snapshots WHERE id = ?').get(revisionId);
  if (!revision) return;
  const { revises: _, ...snapshot } = JSON.parse(String(revision['body'])) as Snapshot;
  db.prepare('UPDATE snapshots SET body = ? WHERE id = ?').run(
    JSON.stringify({ ...snapshot, id: messageId }),
    messageId,
  );
  db.prepare('DELETE FROM snapshots WHERE id = ?').run(revisionId);
}
