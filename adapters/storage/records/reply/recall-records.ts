import type { Nearest } from '../../../../domain/ports/model.ts';
import type { RecallRecords } from '../../../../domain/ports/reply-records.ts';
import type { AnswerVote, EarlierAnswer } from '../../../../domain/reply/recall.ts';
import { list, update, upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { assertReplyRecord, findReplyRecords } from './reply-record-rows.ts';

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
