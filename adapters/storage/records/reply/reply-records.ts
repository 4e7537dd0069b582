import type { ReplyRecords, StatusChange } from '../../../../domain/ports/records.ts';
import { find, update } from '../../database/rows.ts';
import { all, first, run, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { noteAdmissionEnd } from './admission-records.ts';
import {
  assertReplyRecord,
  findReplyRecord,
  findInteractions,
  insertReplyRecord,
  rememberParts,
} from './reply-record-rows.ts';
import { saveForRecall } from './recall-records.ts';
import { settleCalls } from '../operations/usage-records.ts';
import { revisionRecords } from './revision-records.ts';

/** The newest first; ids tell the order of those of one moment. */
const newest = tables
  .selectFrom('interactions')
  .select('message_id')
  .orderBy('created_at', 'desc')
  .orderBy(({ fn }) => fn('length', ['message_id']), 'desc')
  .orderBy('message_id', 'desc');

export const createReplyRecords = (database: Database): ReplyRecords => ({
  replyRecord: (messageId) => database.read(() => findReplyRecord(messageId)),

  insertReplyRecord: (record, { recall = null, settled = [] } = {}) =>
    database.write(
      function* () {
        yield* settleCalls(settled);
        if (!(yield* insertReplyRecord(record))) return (yield* findReplyRecord(record.messageId)) ?? record;
        if (recall) yield* saveForRecall(record, recall);
        // What waits for the team, or was never to be posted, holds nobody back.
        const { messageId, status, createdAt } = record;
        if (status !== 'generated')
          yield* noteAdmissionEnd({ messageId, posted: false, at: new Date(createdAt) });
        return record;
      },
      [`message ${record.messageId}`],
    ),

  setStatus: (messageId, change) =>
    database.write(() => setStatus(messageId, change), [`message ${messageId}`]),

  reviseHeld: (messageId, { post, answer }) =>
    database.write(
      function* () {
        const record = yield* findReplyRecord(messageId);
        if (record?.status !== 'held') return;
        const body = JSON.stringify({ ...record, post, answer });
        yield* update('interactions', { message_id: messageId }, { body });
      },
      [`message ${messageId}`],
    ),

  planReply: (messageId) =>
    database.write(
      function* () {
        const record = yield* findReplyRecord(messageId);
        if (!record?.post) return;
        const body = JSON.stringify({ ...record, post: { ...record.post, style: 'reply' } });
        yield* update('interactions', { message_id: messageId }, { body });
      },
      [`message ${messageId}`],
    ),

  markRemoved: (messageId, now) =>
    database.write(
      function* () {
        yield* run(
          tables
            .updateTable('interactions')
            .set({ status: 'removed', changed_at: now.toISOString() })
            .where('message_id', '=', messageId)
            .where('status', 'not in', ['failed', 'removed']),
        );
      },
      [`message ${messageId}`],
    ),

  ...revisionRecords(database),

  rememberThread: (messageId, threadId) =>
    database.write(
      function* () {
        const changes = yield* update(
          'interactions',
          { message_id: messageId },
          { posted_thread_id: threadId },
        );
        if (changes === 0) yield* assertReplyRecord(messageId);
      },
      [`message ${messageId}`],
    ),

  postWithoutThread: (messageId) =>
    database.write(function* () {
      yield* assertReplyRecord(messageId);
      const record = yield* findReplyRecord(messageId);
      if (!record?.post) return;
      const body = JSON.stringify({ ...record, post: { ...record.post, style: 'reply' } });
      yield* update('interactions', { message_id: messageId }, { body });
    }),

  rememberPart: (messageId, part, postedMessageId, end) =>
    database.write(
      function* () {
        // Moving the row on tells whether it is there.
        if (end) yield* setStatus(messageId, end);
        else yield* assertReplyRecord(messageId);
        yield* rememberParts(messageId, [[part, postedMessageId]]);
      },
      [`message ${messageId}`],
    ),

  replyRecordOfPost: (postedMessageId) =>
    database.read(function* () {
      const row = yield* find('posted_parts', { posted_message_id: postedMessageId }, ['message_id']);
      return row ? yield* findReplyRecord(row.message_id) : null;
    }),

  lastInThread: (threadId) =>
    database.read(function* () {
      const row = yield* first(
        newest
          .where((row) =>
            row.or([row('posted_thread_id', '=', threadId), row('asked_thread_id', '=', threadId)]),
          )
          .limit(1),
      );
      return row ? yield* findReplyRecord(row.message_id) : null;
    }),

  recentReplyRecords: (limit) =>
    database.read(function* () {
      const rows = yield* all(newest.limit(limit));
      return yield* findInteractions(rows.map(({ message_id: id }) => id));
    }),
});

function* setStatus(messageId: string, { status, reason, now }: StatusChange): Section<void> {
  const changes = yield* run(
    tables
      .updateTable('interactions')
      .set({ status, reason, changed_at: now.toISOString() })
      .where('message_id', '=', messageId)
      .where('status', 'not in', ['answered', 'failed', 'removed']),
  );
  if (changes === 0) return yield* assertReplyRecord(messageId);
  yield* noteAdmissionEnd({ messageId, posted: status === 'answered', at: now });
}
