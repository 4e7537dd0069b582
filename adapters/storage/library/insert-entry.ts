import type { ChangeResult, Insertion } from '../../../domain/ports/library.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { valueOf } from '../database/rows.ts';
import { first, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';
import { addDueReaction } from '../records/team/pair-records.ts';
import { retractedAmong } from '../retracted-and-erased.ts';
import { isOpen } from './generations.ts';
import { insertSettlements } from './settlements.ts';
import { readAsIs, topicFrom, writeTopic } from './topics.ts';

/** Compares what an entry's place was decided on with what is there now, then writes the topics and settles the entry, in one section. */
export function* insertEntry(
  { generation, settle, rewrites, captured, reactTo = null }: Insertion,
  now: Date,
): Section<ChangeResult> {
  const { qaId } = settle;
  if (!(yield* isOpen(generation))) return 'conflict';
  const outcome = yield* valueOf('settlements', { generation, qaId }, 'outcome');
  if ((outcome ?? 'failed') !== 'failed' || (yield* retractedAmong([qaId])).has(qaId)) return 'conflict';
  if ((yield* countCaptured(generation, qaId)) !== captured) return 'conflict';
  const topics = yield* readAsIs(
    generation,
    rewrites.map(({ slug }) => slug),
  );
  const isOther = ({ slug, blocks }: (typeof topics)[number], at: number) =>
    (topicFrom(slug, blocks)?.version ?? null) !== rewrites[at]?.expectedVersion;
  if (topics.some(isOther)) return 'conflict';
  for (const [at, topic] of topics.entries()) yield* writeTopic(topic, rewrites[at]?.pairs ?? [], now);
  yield* insertSettlements(generation, [settle]);
  if (reactTo) yield* addDueReaction(reactTo, now);
  return 'changed';
}

/** How many other captures of the entry's conversation have found a topic. */
function* countCaptured(generation: number, qaId: QaId): Section<number> {
  const row = yield* first(
    tables
      .selectFrom('settlements')
      .innerJoin('raw_segments', 'raw_segments.qaId', 'settlements.qaId')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('generation', '=', generation)
      .where('topic', 'is not', null)
      .where('settlements.qaId', '!=', qaId)
      .where('settlements.qaId', 'not in', tables.selectFrom('retractions').select('qaId'))
      .where(
        'conversationId',
        '=',
        tables.selectFrom('raw_segments').select('conversationId').where('qaId', '=', qaId),
      ),
  );
  return row?.count ?? 0;
}
