import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import type { ReplyRecords } from '../../../../domain/ports/records.ts';
import type { Snapshot } from '../../../../domain/intake/snapshot.ts';
import { find, remove, update } from '../../database/rows.ts';
import { type Database, type Section } from '../../database/section.ts';
import { findReplyRecord, rememberParts } from './reply-record-rows.ts';

/** An answer that is made again after its question was edited. */
export const revisionRecords = (
  database: Database,
): Pick<ReplyRecords, 'adoptRevision' | 'dropRevision'> => ({
  adoptRevision: ({ messageId, revisionId, status, postedMessageIds, now }) =>
    database.write(
      function* () {
        const record = yield* findReplyRecord(messageId);
        const revision = yield* findReplyRecord(revisionId);
        if (!record || !revision) return;
        const body: ReplyRecord = {
          ...revision,
          messageId,
          createdAt: record.createdAt,
          modelCalls: [...record.modelCalls, ...revision.modelCalls],
        };
        const changed = { status, reason: revision.reason, changed_at: now.toISOString() };
        yield* update(
          'interactions',
          { message_id: messageId },
          { body: JSON.stringify(body), asked_thread_id: body.threadId, ...changed },
        );
        yield* remove('posted_parts', { message_id: messageId });
        yield* rememberParts(messageId, [...postedMessageIds.entries()]);
        yield* adoptSnapshot(messageId, revisionId);
        yield* drop(revisionId);
      },
      [`message ${messageId}`, `message ${revisionId}`],
    ),

  dropRevision: (revisionId) => database.write(() => drop(revisionId), [`message ${revisionId}`]),
});

function* drop(revisionId: string): Section<void> {
  yield* remove('interactions', { message_id: revisionId });
  // It must not hold other questions back, as an answer in the making does.
  yield* remove('admissions', { message_id: revisionId });
}

/** The next edit is compared with what the answer is to now. */
function* adoptSnapshot(messageId: string, revisionId: string): Section<void> {
  const row = yield* find('snapshots', { id: revisionId }, ['body']);
  if (!row) return;
  const { revises: _, ...snapshot } = JSON.parse(row.body) as Snapshot;
  const body = JSON.stringify({ ...snapshot, id: messageId });
  yield* update('snapshots', { id: messageId }, { body });
  yield* remove('snapshots', { id: revisionId });
}
