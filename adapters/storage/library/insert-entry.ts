import type { ChangeResult, Insertion } from '../../../domain/ports/library.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { list, valueOf } from '../database/rows.ts';
import type { Section } from '../database/section.ts';
import { addDueReaction } from '../records/team/pair-records.ts';
import { isOpen } from './generations.ts';
import { insertSettlements, isSettled, settledAmong } from './settlements.ts';
import { retractedIds } from './suppressions.ts';
import { readTopic, topicsOfPairs, writeTopic } from './topics.ts';

/**
 * Compares everything that an entry's place was decided on with what is there now, then writes the topics and settles the
 * entry, in one section.
 */
export function* insertEntry(
  { generation, settle, rewrites, related, toMark = null }: Insertion,
  now: Date,
): Section<ChangeResult> {
  if (!(yield* isOpen(generation))) return 'conflict';
  const { qaId } = settle;
  if (yield* isSettled(generation, qaId)) return 'conflict';
  if ((yield* countRelated(generation, qaId, related.topics)) !== related.settled) return 'conflict';
  for (const { slug, expectedVersion } of rewrites) {
    const topic = yield* readTopic(generation, slug);
    if ((topic?.version ?? null) !== expectedVersion) return 'conflict';
  }
  // A person may have moved a block into another topic: an id stands in at most one.
  const ids = rewrites.flatMap(({ pairs }) => pairs.map((pair) => pair.qaId));
  const standing = yield* topicsOfPairs(generation, ids);
  for (const { slug, pairs } of rewrites) {
    const own = pairs.filter((pair) => (standing.get(pair.qaId) ?? slug) === slug);
    yield* writeTopic(generation, slug, own, now);
  }
  yield* insertSettlements(generation, [settle]);
  if (toMark) yield* addDueReaction(toMark, now);
  return 'changed';
}

/** How many entries are settled as these topics' or belong to the entry's conversation: see `countRelated` in domain. */
function* countRelated(generation: number, qaId: QaId, topics: readonly string[]): Section<number> {
  const conversation = yield* valueOf('raw_segments', { qa_id: qaId }, 'conversation_id');
  const ofConversation =
    conversation === null ? [] : yield* list('raw_segments', { conversation_id: conversation }, ['qa_id']);
  const ofTopics = yield* list('settlements', { generation, topic: topics }, ['qa_id']);
  const retracted = new Set(yield* retractedIds());
  const related = new Set(ofTopics.map((row) => row.qa_id).filter((id) => !retracted.has(id)));
  const conversationIds = ofConversation.flatMap((row) => row.qa_id ?? []);
  for (const id of yield* settledAmong(generation, conversationIds)) related.add(id);
  return related.size;
}
