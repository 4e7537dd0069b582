import { setTimeout } from 'node:timers/promises';
import { vectorPatienceMilliseconds, type Embeddings } from '../../../../domain/ports/model.ts';
import { upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { findReplyRecords } from './reply-record-rows.ts';

/** So many of the newest questions are compared in full. */
const maxCompared = 2_000;
/** The most vectors that one search computes; the next one computes more. */
const maxMade = 16;
/** Questions below it have little in common (for all-MiniLM-L6-v2). A model confirms every result. */
const leastCosine = 0.5;

/**
 * The answers since then whose questions lie nearest, by their numbers, the nearest first; none while there are no vectors. A question's
 * vector is made when it is first looked for, is kept beside the words of the question, and goes with them. Never throws.
 */
export const nearestQuestions = async (
  database: Database,
  embeddings: Embeddings,
  asked: { readonly question: string; readonly since: Date },
): Promise<readonly number[]> => {
  const late = setTimeout(vectorPatienceMilliseconds, [], { ref: false });
  const found = search(database, embeddings, asked).catch(() => []);
  return Promise.race([found, late]);
};

async function search(
  database: Database,
  embeddings: Embeddings,
  { question, since }: { readonly question: string; readonly since: Date },
): Promise<readonly number[]> {
  const { kept, missing } = await database.read(async (trx) => {
    const rows = await trx
      .selectFrom('recall_answers')
      .leftJoin('recall_vectors', (join) =>
        join
          .onRef('recall_vectors.answerId', '=', 'recall_answers.id')
          .on('recall_vectors.model', '=', embeddings.name),
      )
      .select(['id', 'messageId', 'vector'])
      .where('sources', 'is not', null)
      .where('answeredAt', '>=', since.getTime())
      .orderBy('id', 'desc')
      .limit(maxCompared)
      .execute();
    const without = rows.filter(({ vector }) => vector === null).slice(0, maxMade);
    const records = await findReplyRecords(
      trx,
      without.map(({ messageId: id }) => id),
    );
    const questions = new Map(records.map((record) => [record.messageId, record.question]));
    return {
      kept: rows.flatMap(({ id, vector }) => (vector === null ? [] : [{ id, vector: fromText(vector) }])),
      missing: without.flatMap(({ id, messageId }) => {
        const text = questions.get(messageId);
        return text === undefined ? [] : [{ id, messageId, text }];
      }),
    };
  });
  if (kept.length + missing.length === 0) return [];
  const [own = new Float32Array(), ...made] = await embeddings.embed([
    question,
    ...missing.map(({ text }) => text),
  ]);
  const added = missing.map((one, at) => ({ ...one, vector: made[at] ?? new Float32Array() }));
  for (const { id, messageId, vector } of added) {
    await database.write((trx) => save(trx, id, embeddings.name, vector), [`message ${messageId}`]);
  }
  return [...kept, ...added]
    .map(({ id, vector }) => ({ id, cosine: cosineOf(own, vector) }))
    .filter(({ cosine }) => cosine >= leastCosine)
    .toSorted((a, b) => b.cosine - a.cosine)
    .map(({ id }) => id);
}

/** Skips answers that were dropped meanwhile. */
async function save(trx: Transaction, id: number, model: string, vector: Float32Array) {
  const answer = trx.selectFrom('recall_answers').select('id').where('id', '=', id);
  if (!(await answer.where('sources', 'is not', null).executeTakeFirst())) return;
  await upsert(trx, 'recall_vectors', { answerId: id, model, vector: toText(vector) });
}

function cosineOf(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

const toText = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

const fromText = (text: string): Float32Array => {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer);
};
