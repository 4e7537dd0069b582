import type { ReplyRecords, StatusChange, RecallRecords } from '../../../../domain/ports/reply-records.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { countedStatuses } from '../../../../domain/reply/reply-record-status.ts';
import { remove, update, valueOf, values, list, upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { noteAdmissionEnd } from './admission-records.ts';
import {
  assertReplyRecord,
  findReplyRecord,
  findReplyRecords,
  holdsText,
  isAsked,
  insertReplyRecord,
  newestReplyRecords,
  rememberParts,
  rewriteBody,
} from './reply-record-rows.ts';
import { settleCalls } from '../models/model-records.ts';
import type { Nearest } from '../../../../domain/ports/model.ts';
import type { AnswerVote, EarlierAnswer } from '../../../../domain/reply/recall.ts';

export const createReplyRecords = (database: Database): ReplyRecords => ({
  replyRecord: (messageId) => database.read((trx) => findReplyRecord(trx, messageId)),

  insertReplyRecord: (record, { recall = null, settled = [] } = {}) =>
    database.write(async (trx) => {
      await settleCalls(trx, settled);
      if (!(await insertReplyRecord(trx, record, recall)))
        return (await findReplyRecord(trx, record.messageId)) ?? record;
      // A record that is not about to be posted delays no other question.
      const { messageId, status, createdAt } = record;
      if (status !== 'generated') await noteAdmissionEnd(trx, messageId, 'ended', new Date(createdAt));
      return record;
    }),

  setStatus: (messageId, to) => database.write((trx) => setStatus(trx, messageId, to)),

  revise: (messageId, changes) =>
    database.write(async (trx) => {
      const record = await findReplyRecord(trx, messageId);
      const changed = record && changes(record);
      if (changed) await rewriteBody(trx, { ...record, ...changed });
    }),

  adoptRevision: ({ messageId, revisionId, status, postedMessageIds }) =>
    database.write(async (trx) => {
      const record = await findReplyRecord(trx, messageId);
      const revision = await findReplyRecord(trx, revisionId);
      if (!record || !revision) return;
      const body: ReplyRecord = {
        ...revision,
        messageId,
        createdAt: record.createdAt,
        modelCalls: [...record.modelCalls, ...revision.modelCalls],
        ...(record.teamAnswered && { teamAnswered: true }),
        status,
      };
      await rewriteBody(trx, body);
      await remove(trx, 'posted_parts', { messageId });
      await rememberParts(trx, messageId, [...postedMessageIds.entries()]);
      await adoptSnapshot(trx, messageId, revisionId);
      await drop(trx, revisionId);
    }),

  dropRevision: (revisionId) => database.write((trx) => drop(trx, revisionId)),

  rememberThread: (messageId, threadId) =>
    database.write(async (trx) => {
      const posted = { postedThreadId: threadId };
      const changes = await update(trx, 'reply_records', { messageId }, posted);
      if (changes === 0) await assertReplyRecord(trx, messageId);
    }),

  rememberPart: (messageId, part, postedMessageId, end) =>
    database.write(async (trx) => {
      // `setStatus` fails if there is no row.
      if (end) await setStatus(trx, messageId, end);
      else await assertReplyRecord(trx, messageId);
      await rememberParts(trx, messageId, [[part, postedMessageId]]);
    }),

  replyRecordOfPost: (postedMessageId) =>
    database.read(async (trx) => {
      const id = await valueOf(trx, 'posted_parts', { postedMessageId }, 'messageId');
      return id === null ? null : await findReplyRecord(trx, id);
    }),

  replyRecordsWhere: (wanted) => database.read((trx) => recordsWhere(trx, wanted)),
});

async function recordsWhere(
  trx: Transaction,
  {
    status,
    notHelpful = false,
    text = '',
    counted = false,
    since,
    until,
    threadId,
    limit,
    offset = 0,
  }: Parameters<ReplyRecords['replyRecordsWhere']>[0],
): Promise<readonly ReplyRecord[]> {
  let wanted = newestReplyRecords(trx).limit(limit).offset(offset);
  if (status) wanted = wanted.where('status', '=', status);
  const unhelpful = trx.selectFrom('votes').select('messageId').where('helpful', '=', false);
  if (notHelpful) wanted = wanted.where('messageId', 'in', unhelpful);
  if (counted) wanted = wanted.where(isAsked).where('status', 'in', countedStatuses);
  if (since) wanted = wanted.where('createdAt', '>=', since.toISOString());
  if (until) wanted = wanted.where('createdAt', '<', until.toISOString());
  if (threadId !== undefined)
    wanted = wanted.where((row) =>
      row.or([row('postedThreadId', '=', threadId), row('askedThreadId', '=', threadId)]),
    );
  if (text !== '') wanted = wanted.where(holdsText(text));
  return await findReplyRecords(trx, await values(wanted));
}

async function setStatus(
  trx: Transaction,
  messageId: string,
  { status, reason, now }: StatusChange,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('reply_records')
    .set({ status, reason })
    .where('messageId', '=', messageId)
    .where('status', 'not in', ['answered', 'failed', 'removed'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return await assertReplyRecord(trx, messageId);
  await noteAdmissionEnd(trx, messageId, status === 'answered' ? 'posted' : 'ended', now);
}

async function drop(trx: Transaction, revisionId: string): Promise<void> {
  await remove(trx, 'reply_records', { messageId: revisionId });
  // Otherwise it would delay other questions like an unfinished answer.
  await remove(trx, 'admissions', { messageId: revisionId });
}

/** The next edit is compared with the snapshot of the present answer. */
async function adoptSnapshot(trx: Transaction, messageId: string, revisionId: string): Promise<void> {
  const revised = await valueOf(trx, 'snapshots', { id: revisionId }, 'body');
  if (revised === null) return;
  const { revises: _, ...snapshot } = revised;
  const body = { ...snapshot, id: messageId };
  await update(trx, 'snapshots', { id: messageId }, { body });
  await remove(trx, 'snapshots', { id: revisionId });
}

/** So many of the newest answers that people found helpful are compared. */
const maxCompared = 1_000;

export const createRecallRecords = (database: Database, nearest: Nearest): RecallRecords => ({
  vote: ({ reason = null, ...vote }) =>
    database.write(async (trx) => {
      await assertReplyRecord(trx, vote.messageId);
      await upsert(trx, 'votes', { ...vote, ...(reason !== null && { reason }) });
    }),

  votesOn: (messageIds) => database.read((trx) => votesOn(trx, messageIds)),

  dropFromRecall: (messageId) =>
    database.write(async (trx) => void (await update(trx, 'reply_records', { messageId }, { recall: null }))),

  helpfulAnswers: async ({ question, since, limit }) => {
    const answers = await database.read((trx) => helpfulAnswers(trx, since));
    const positions = await nearest(
      question,
      answers.map(({ record }) => record.question),
    );
    return positions.slice(0, limit).flatMap((at) => answers[at] ?? []);
  },
});

/** The newest first. */
async function helpfulAnswers(trx: Transaction, since: Date): Promise<readonly EarlierAnswer[]> {
  const rows = await trx
    .selectFrom('reply_records')
    .select(['messageId', 'recall'])
    .where('recall', 'is not', null)
    .where('createdAt', '>=', since.toISOString())
    .where((row) =>
      row.exists(
        row
          .selectFrom('votes')
          .select('votes.messageId')
          .whereRef('votes.messageId', '=', 'reply_records.messageId')
          .where('helpful', '=', true),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('messageId', 'desc')
    .limit(maxCompared)
    .execute();
  const messageIds = rows.map(({ messageId: id }) => id);
  const records = new Map(
    (await findReplyRecords(trx, messageIds)).map((record) => [record.messageId, record]),
  );
  const votes = Map.groupBy(await votesOn(trx, messageIds), ({ messageId }) => messageId);
  return rows.flatMap(({ messageId: id, recall }): readonly EarlierAnswer[] => {
    const record = records.get(id);
    if (!record || record.answer === null || recall === null) return [];
    return [{ record, ...recall, votes: votes.get(id) ?? [] }];
  });
}

const columns = ['messageId', 'userId', 'helpful', 'byTeam', 'reason'] as const;

const votesOn = (trx: Transaction, messageIds: readonly string[]): Promise<readonly AnswerVote[]> =>
  list(trx, 'votes', { messageId: messageIds }, columns, ['userId']);
