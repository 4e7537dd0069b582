import type { Snapshot } from '../../../../domain/intake/snapshot.ts';
import type { ReplyRecords, StatusChange } from '../../../../domain/ports/reply-records.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { remove, update, valueOf, values } from '../../database/rows.ts';
import { run, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { noteAdmissionEnd } from './admission-records.ts';
import {
  assertReplyRecord,
  findReplyRecord,
  findReplyRecords,
  insertReplyRecord,
  newestInteractions,
  rememberParts,
  rewriteBody,
} from './reply-record-rows.ts';
import { fillTexts, withText } from './reply-texts.ts';
import { saveForRecall } from './recall-records.ts';
import { settleCalls } from '../models/usage-records.ts';

export function createReplyRecords(database: Database): ReplyRecords {
  const change = <Result>(messageId: string, section: () => Section<Result>): Promise<Result> =>
    database.write(section, [`message ${messageId}`]);

  return {
    replyRecord: (messageId) => database.read(() => findReplyRecord(messageId)),

    insertReplyRecord: (record, { recall = null, settled = [] } = {}) =>
      change(record.messageId, function* () {
        yield* settleCalls(settled);
        if (!(yield* insertReplyRecord(record))) return (yield* findReplyRecord(record.messageId)) ?? record;
        if (recall) yield* saveForRecall(record, recall);
        // A record that is not about to be posted delays no other question.
        const { messageId, status, createdAt } = record;
        if (status !== 'generated')
          yield* noteAdmissionEnd({ messageId, posted: false, at: new Date(createdAt) });
        return record;
      }),

    setStatus: (messageId, to) => change(messageId, () => setStatus(messageId, to)),

    reviseHeld: (messageId, revised) =>
      change(messageId, function* () {
        const record = yield* findReplyRecord(messageId);
        if (record?.status === 'held' && record.post) yield* rewriteBody({ ...record, ...revised });
      }),

    planReply: (messageId) =>
      change(messageId, function* () {
        const record = yield* findReplyRecord(messageId);
        if (record?.post) yield* rewriteBody({ ...record, post: { ...record.post, style: 'reply' } });
      }),

    markRemoved: (messageId, now) =>
      change(messageId, function* () {
        yield* run(
          tables
            .updateTable('reply_records')
            .set({ status: 'removed', changedAt: now.toISOString() })
            .where('messageId', '=', messageId)
            .where('status', 'not in', ['failed', 'removed']),
        );
      }),

    ...revisionRecords(database),

    rememberThread: (messageId, threadId) =>
      change(messageId, function* () {
        const posted = { postedThreadId: threadId };
        const changes = yield* update('reply_records', { messageId }, posted);
        if (changes === 0) yield* assertReplyRecord(messageId);
      }),

    rememberPart: (messageId, part, postedMessageId, end) =>
      change(messageId, function* () {
        // `setStatus` fails if there is no row.
        if (end) yield* setStatus(messageId, end);
        else yield* assertReplyRecord(messageId);
        yield* rememberParts(messageId, [[part, postedMessageId]]);
      }),

    replyRecordOfPost: (postedMessageId) =>
      database.read(function* () {
        const id = yield* valueOf('posted_parts', { postedMessageId }, 'messageId');
        return id === null ? null : yield* findReplyRecord(id);
      }),

    replyRecordsWhere: async (wanted) => {
      if (wanted.text) await fillTexts(database);
      return database.read(() => recordsWhere(wanted));
    },
  };
}

function* recordsWhere({
  status,
  notHelpful = false,
  text = '',
  since,
  threadId,
  limit,
  offset = 0,
}: Parameters<ReplyRecords['replyRecordsWhere']>[0]): Section<readonly ReplyRecord[]> {
  let wanted = newestInteractions.limit(limit).offset(offset);
  if (status) wanted = wanted.where('status', '=', status);
  const unhelpful = tables.selectFrom('votes').select('messageId').where('helpful', '=', 0);
  if (notHelpful) wanted = wanted.where('messageId', 'in', unhelpful);
  if (since) wanted = wanted.where('createdAt', '>=', since.toISOString());
  if (threadId !== undefined)
    wanted = wanted.where((row) =>
      row.or([row('postedThreadId', '=', threadId), row('askedThreadId', '=', threadId)]),
    );
  if (text !== '') wanted = wanted.where('messageId', 'in', withText(text));
  return yield* findReplyRecords(yield* values(wanted));
}

function* setStatus(messageId: string, { status, reason, now }: StatusChange): Section<void> {
  const changes = yield* run(
    tables
      .updateTable('reply_records')
      .set({ status, reason, changedAt: now.toISOString() })
      .where('messageId', '=', messageId)
      .where('status', 'not in', ['answered', 'failed', 'removed']),
  );
  if (changes === 0) return yield* assertReplyRecord(messageId);
  yield* noteAdmissionEnd({ messageId, posted: status === 'answered', at: now });
}

/** Answers generated again after their question was edited. */
const revisionRecords = (database: Database): Pick<ReplyRecords, 'adoptRevision' | 'dropRevision'> => ({
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
        const changed = { status, reason: revision.reason, changedAt: now.toISOString() };
        yield* rewriteBody(body, { askedThreadId: body.threadId, ...changed });
        yield* remove('posted_parts', { messageId });
        yield* rememberParts(messageId, [...postedMessageIds.entries()]);
        yield* adoptSnapshot(messageId, revisionId);
        yield* drop(revisionId);
      },
      [`message ${messageId}`, `message ${revisionId}`],
    ),

  dropRevision: (revisionId) => database.write(() => drop(revisionId), [`message ${revisionId}`]),
});

function* drop(revisionId: string): Section<void> {
  yield* remove('reply_records', { messageId: revisionId });
  // Otherwise it would delay other questions like an unfinished answer.
  yield* remove('admissions', { messageId: revisionId });
}

/** The next edit is compared with the snapshot of the present answer. */
function* adoptSnapshot(messageId: string, revisionId: string): Section<void> {
  const former = yield* valueOf('snapshots', { id: revisionId }, 'body');
  if (former === null) return;
  const { revises: _, ...snapshot } = JSON.parse(former) as Snapshot;
  const body = JSON.stringify({ ...snapshot, id: messageId });
  yield* update('snapshots', { id: messageId }, { body });
  yield* remove('snapshots', { id: revisionId });
}
