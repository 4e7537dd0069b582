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
import { all, first, run, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { nearestQuestions } from './recall-vectors.ts';
import { assertReplyRecord, findReplyRecords } from './reply-record-rows.ts';

const maxTerms = 40;

export const createRecallRecords = (
  database: Database,
  embeddings: Embeddings | null = null,
): RecallRecords => ({
  vote: ({ messageId, userId, helpful, byTeam }) =>
    database.write(
      function* () {
        yield* assertReplyRecord(messageId);
        const vote = { helpful: Number(helpful), byTeam: Number(byTeam) };
        yield* upsert('votes', { messageId, userId, ...vote });
      },
      [`message ${messageId}`],
    ),

  votesOn: (messageIds) => database.read(() => votesOn(messageIds)),

  dropFromRecall: (messageId) => database.write(() => dropFromRecall(messageId), [`message ${messageId}`]),

  earlierAnswers: async ({ question, since, limit }) => {
    const near = embeddings ? await nearestQuestions(database, embeddings, { question, since }) : [];
    return database.read(function* () {
      const terms = [...new Set(searchTerms(question))].slice(0, maxTerms);
      const alike = terms.length === 0 ? [] : yield* rank(terms, since);
      const ids = fuseRanks([alike, near].map((one) => one.map(String)))
        .slice(0, limit)
        .map(Number);
      if (ids.length === 0) return [];
      const kept = yield* all(tables.selectFrom('recall_answers').selectAll().where('id', 'in', ids));
      const byId = new Map(kept.map((row) => [row.id, row]));
      const rows = ids.flatMap((id) => byId.get(id) ?? []);
      const messageIds = rows.map(({ messageId: id }) => id);
      const records = yield* findReplyRecords(messageIds);
      const votes = Map.groupBy(yield* votesOn(messageIds), ({ messageId }) => messageId);
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
export function* saveForRecall(
  { messageId, question, answer, createdAt }: ReplyRecord,
  { language, sources }: RecallableAnswer,
): Section<void> {
  if (answer === null) return;
  const terms = searchTerms(question);
  const row = {
    messageId,
    language,
    sources: JSON.stringify(sources),
    answeredAt: Date.parse(createdAt),
    length: terms.length,
  };
  const kept = yield* first(
    tables
      .insertInto('recall_answers')
      .values(row)
      .onConflict((conflict) => conflict.column('messageId').doNothing())
      .returning('id'),
  );
  if (kept === undefined) return;
  const rows = [...Map.groupBy(terms, (term) => term)].map(([term, { length: occurrences }]) => ({
    answerId: kept.id,
    term,
    occurrences,
  }));
  yield* insert('recall_terms', rows);
}

/** By BM25, the most alike first, among equals the newest. */
function* rank(terms: readonly string[], since: Date): Section<readonly number[]> {
  const hits = yield* all(
    tables
      .selectFrom('recall_terms')
      .innerJoin('recall_answers', 'recall_answers.id', 'recall_terms.answerId')
      .select(['answerId', 'term', 'occurrences', 'length', 'sources', 'answeredAt'])
      .where('term', 'in', terms),
  );
  const corpus = yield* first(
    tables
      .selectFrom('recall_answers')
      .select(({ fn }) => [
        fn.countAll<number>().as('answers'),
        fn.avg<number | null>('length').as('length'),
      ]),
  );
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
export function* dropFromRecall(messageId: string): Section<void> {
  const answer = tables.selectFrom('recall_answers').select('id').where('messageId', '=', messageId);
  yield* run(tables.deleteFrom('recall_terms').where('answerId', 'in', answer));
  yield* run(tables.deleteFrom('recall_vectors').where('answerId', 'in', answer));
  yield* update('recall_answers', { messageId }, { sources: null });
}

function* votesOn(messageIds: readonly string[]): Section<readonly AnswerVote[]> {
  const columns = ['messageId', 'userId', 'helpful', 'byTeam'] as const;
  const rows = yield* list('votes', { messageId: messageIds }, columns, ['userId']);
  return rows.map(({ messageId, userId, helpful, byTeam }) => ({
    messageId,
    userId,
    helpful: helpful === 1,
    byTeam: byTeam === 1,
  }));
}
