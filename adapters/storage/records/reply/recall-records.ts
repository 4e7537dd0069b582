import type { Embeddings } from '../../../../domain/ports/model.ts';
import type { RecallRecords } from '../../../../domain/ports/reply-records.ts';
import type {
  AnswerVote,
  EarlierAnswer,
  RecallableAnswer,
  UsedSource,
} from '../../../../domain/reply/recall.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { rarity, saturated } from '../../../../domain/search/bm25.ts';
import { fuseRanks } from '../../../../domain/search/fuse-ranks.ts';
import { searchTerms } from '../../../../domain/search/search-terms.ts';
import { insert, list, update, upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { nearestQuestions } from './recall-vectors.ts';
import { assertReplyRecord, findReplyRecords } from './reply-record-rows.ts';

const maxTerms = 40;

export const createRecallRecords = (
  database: Database,
  embeddings: Embeddings | null = null,
): RecallRecords => ({
  vote: ({ messageId, userId, helpful, byTeam }) =>
    database.write(
      async (trx) => {
        await assertReplyRecord(trx, messageId);
        const vote = { helpful: Number(helpful), byTeam: Number(byTeam) };
        await upsert(trx, 'votes', { messageId, userId, ...vote });
      },
      [`message ${messageId}`],
    ),

  votesOn: (messageIds) => database.read((trx) => votesOn(trx, messageIds)),

  dropFromRecall: (messageId) =>
    database.write((trx) => dropFromRecall(trx, messageId), [`message ${messageId}`]),

  earlierAnswers: async ({ question, since, limit }) => {
    const near = embeddings ? await nearestQuestions(database, embeddings, { question, since }) : [];
    return database.read(async (trx) => {
      const terms = [...new Set(searchTerms(question))].slice(0, maxTerms);
      const alike = terms.length === 0 ? [] : await rank(trx, terms, since);
      const ids = fuseRanks([alike, near].map((one) => one.map(String)))
        .slice(0, limit)
        .map(Number);
      if (ids.length === 0) return [];
      const kept = await trx.selectFrom('recall_answers').selectAll().where('id', 'in', ids).execute();
      const byId = new Map(kept.map((row) => [row.id, row]));
      const rows = ids.flatMap((id) => byId.get(id) ?? []);
      const messageIds = rows.map(({ messageId: id }) => id);
      const records = await findReplyRecords(trx, messageIds);
      const votes = Map.groupBy(await votesOn(trx, messageIds), ({ messageId }) => messageId);
      const found = new Map(records.map((record) => [record.messageId, record]));
      return rows.flatMap(({ messageId: id, language, sources }): readonly EarlierAnswer[] => {
        const record = found.get(id);
        if (!record || record.answer === null || sources === null) return [];
        const used = JSON.parse(sources) as readonly UsedSource[];
        return [{ record, language, sources: used, votes: votes.get(id) ?? [] }];
      });
    });
  },
});

/** For use in the section that writes the record. */
export async function saveForRecall(
  trx: Transaction,
  { messageId, question, answer, createdAt }: ReplyRecord,
  { language, sources }: RecallableAnswer,
): Promise<void> {
  if (answer === null) return;
  const terms = searchTerms(question);
  const row = {
    messageId,
    language,
    sources: JSON.stringify(sources),
    answeredAt: Date.parse(createdAt),
    length: terms.length,
  };
  const kept = await trx
    .insertInto('recall_answers')
    .values(row)
    .onConflict((conflict) => conflict.column('messageId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (kept === undefined) return;
  const rows = [...Map.groupBy(terms, (term) => term)].map(([term, { length: occurrences }]) => ({
    answerId: kept.id,
    term,
    occurrences,
  }));
  await insert(trx, 'recall_terms', rows);
}

/** By BM25, the most alike first, among equals the newest. */
async function rank(trx: Transaction, terms: readonly string[], since: Date): Promise<readonly number[]> {
  const hits = await trx
    .selectFrom('recall_terms')
    .innerJoin('recall_answers', 'recall_answers.id', 'recall_terms.answerId')
    .select(['answerId', 'term', 'occurrences', 'length', 'sources', 'answeredAt'])
    .where('term', 'in', terms)
    .execute();
  const corpus = await trx
    .selectFrom('recall_answers')
    .select(({ fn }) => [fn.countAll<number>().as('answers'), fn.avg<number | null>('length').as('length')])
    .executeTakeFirst();
  const [answers, averageLength] = [corpus?.answers ?? 0, corpus?.length || 1];
  const scores = new Map<number, number>();
  for (const [, holders] of Map.groupBy(hits, ({ term }) => term)) {
    const weight = rarity(holders.length, answers);
    for (const { answerId: id, occurrences, length, sources, answeredAt } of holders) {
      if (sources === null || answeredAt < since.getTime()) continue;
      scores.set(id, (scores.get(id) ?? 0) + weight * saturated(occurrences, length / averageLength));
    }
  }
  return [...scores].toSorted(([a, left], [b, right]) => right - left || b - a).map(([id]) => id);
}

/** Deletes the question's words and remembers that it was dropped. */
export async function dropFromRecall(trx: Transaction, messageId: string): Promise<void> {
  const answer = trx.selectFrom('recall_answers').select('id').where('messageId', '=', messageId);
  await trx.deleteFrom('recall_terms').where('answerId', 'in', answer).execute();
  await trx.deleteFrom('recall_vectors').where('answerId', 'in', answer).execute();
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
