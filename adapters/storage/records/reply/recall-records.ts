import type { Nearest } from '../../../../domain/ports/model.ts';
import type { RecallRecords } from '../../../../domain/ports/reply-records.ts';
import type {
  AnswerVote,
  EarlierAnswer,
  RecallableAnswer,
  UsedSource,
} from '../../../../domain/reply/recall.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { insertNew, list, update, upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { assertReplyRecord, findReplyRecords } from './reply-record-rows.ts';

/** So many of the newest answers that people found helpful are compared. */
const maxCompared = 1_000;

export const createRecallRecords = (database: Database, nearest: Nearest): RecallRecords => ({
  vote: ({ messageId, userId, helpful, byTeam }) =>
    database.write(async (trx) => {
      await assertReplyRecord(trx, messageId);
      const vote = { helpful: Number(helpful), byTeam: Number(byTeam) };
      await upsert(trx, 'votes', { messageId, userId, ...vote });
    }),

  votesOn: (messageIds) => database.read((trx) => votesOn(trx, messageIds)),

  dropFromRecall: (messageId) => database.write((trx) => dropFromRecall(trx, messageId)),

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
    .selectFrom('recall_answers')
    .select(['messageId', 'language', 'sources'])
    .where('sources', 'is not', null)
    .where('answeredAt', '>=', since.getTime())
    .where((row) =>
      row.exists(
        row
          .selectFrom('votes')
          .select('votes.messageId')
          .whereRef('votes.messageId', '=', 'recall_answers.messageId')
          .where('helpful', '=', 1),
      ),
    )
    .orderBy('answeredAt', 'desc')
    .orderBy('messageId', 'desc')
    .limit(maxCompared)
    .execute();
  const messageIds = rows.map(({ messageId: id }) => id);
  const records = new Map(
    (await findReplyRecords(trx, messageIds)).map((record) => [record.messageId, record]),
  );
  const votes = Map.groupBy(await votesOn(trx, messageIds), ({ messageId }) => messageId);
  return rows.flatMap(({ messageId: id, language, sources }): readonly EarlierAnswer[] => {
    const record = records.get(id);
    if (!record || record.answer === null || sources === null) return [];
    const used = JSON.parse(sources) as readonly UsedSource[];
    return [{ record, language, sources: used, votes: votes.get(id) ?? [] }];
  });
}

/** For use in the transaction that writes the record. */
export async function saveForRecall(
  trx: Transaction,
  { messageId, answer, createdAt }: ReplyRecord,
  { language, sources }: RecallableAnswer,
): Promise<void> {
  if (answer === null) return;
  const row = { messageId, language, sources: JSON.stringify(sources), answeredAt: Date.parse(createdAt) };
  await insertNew(trx, 'recall_answers', [row]);
}

/** Remembers that the answer was dropped. */
export async function dropFromRecall(trx: Transaction, messageId: string): Promise<void> {
  await update(trx, 'recall_answers', { messageId }, { sources: null });
}

async function votesOn(trx: Transaction, messageIds: readonly string[]): Promise<readonly AnswerVote[]> {
  const columns = ['messageId', 'userId', 'helpful', 'byTeam'] as const;
  const rows = await list(trx, 'votes', { messageId: messageIds }, columns, ['userId']);
  return rows.map(({ messageId, userId, helpful, byTeam }) => ({
    messageId,
    userId,
    helpful: helpful === 1,
    byTeam: byTeam === 1,
  }));
}
