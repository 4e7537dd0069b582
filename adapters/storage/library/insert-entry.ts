import type { ChangeResult, Insertion } from '../../../domain/ports/library.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { valueOf } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { retractedAmong } from '../retracted-and-erased.ts';
import { isOpen } from './generations.ts';
import { insertSettlements } from './ledger.ts';
import { readAsIs, topicFrom, writeTopic } from './topics.ts';

/** Compares what an entry's place was decided on with what is there now, then writes the topics and settles the entry, in one transaction. */
export async function insertEntry(
  trx: Transaction,
  { generation, settle, rewrites, captured }: Insertion,
  now: Date,
): Promise<ChangeResult> {
  const { qaId } = settle;
  if (!(await isOpen(trx, generation))) return 'conflict';
  const outcome = await valueOf(trx, 'settlements', { generation, qaId }, 'outcome');
  if ((outcome ?? 'failed') !== 'failed' || (await retractedAmong(trx, [qaId])).has(qaId)) return 'conflict';
  if ((await countCaptured(trx, generation, qaId)) !== captured) return 'conflict';
  const topics = await readAsIs(
    trx,
    generation,
    rewrites.map(({ slug }) => slug),
  );
  const isOther = ({ slug, blocks }: (typeof topics)[number], at: number) =>
    (topicFrom(slug, blocks)?.version ?? null) !== rewrites[at]?.expectedVersion;
  if (topics.some(isOther)) return 'conflict';
  for (const [at, topic] of topics.entries()) await writeTopic(trx, topic, rewrites[at]?.pairs ?? [], now);
  await insertSettlements(trx, generation, [settle]);
  return 'changed';
}

/** How many other captures of the entry's conversation have found a topic. */
async function countCaptured(trx: Transaction, generation: number, qaId: QaId): Promise<number> {
  const row = await trx
    .selectFrom('settlements')
    .innerJoin('raw_segments', 'raw_segments.qaId', 'settlements.qaId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('generation', '=', generation)
    .where('topic', 'is not', null)
    .where('settlements.qaId', '!=', qaId)
    .where('settlements.qaId', 'not in', trx.selectFrom('retractions').select('qaId'))
    .where(
      'conversationId',
      '=',
      trx.selectFrom('raw_segments').select('conversationId').where('qaId', '=', qaId),
    )
    .executeTakeFirst();
  return row?.count ?? 0;
}
