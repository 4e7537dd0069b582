import type { ChangeResult, Insertion, Ledger } from '../../../domain/ports/library.ts';
import type { QaPair } from '../../../domain/team/qa-pair.ts';
import { countRelated } from '../../../domain/team/related-entries.ts';
import { upsert } from '../database/rows.ts';
import type { Section } from '../database/section.ts';
import { addDueReaction } from '../records/team/pair-records.ts';
import { insertSettlements } from './settlements.ts';
import { readAsIs, topicFrom, topicsOfPairs, writeTopic } from './topics.ts';

/**
 * Compares everything that an entry's place was decided on with what is there now, then writes the topics and settles the
 * entry, in one section. `ledger`: as it is in this section; null where nothing may be written.
 */
export function* insertEntry(
  { generation, settle, rewrites, related, decisions = [], reactTo = null }: Insertion,
  now: Date,
  ledger: Ledger | null,
): Section<ChangeResult> {
  if (!ledger) return 'conflict';
  const { qaId } = settle;
  if ((ledger.settled.get(qaId)?.outcome ?? 'failed') !== 'failed') return 'conflict';
  if (countRelated({ ...ledger, qaId, topics: related.topics }) !== related.settled) return 'conflict';
  const topics = yield* readAsIs(
    generation,
    rewrites.map(({ slug }) => slug),
  );
  const isOther = ({ slug, blocks }: (typeof topics)[number], at: number) =>
    (topicFrom(slug, blocks)?.version ?? null) !== rewrites[at]?.expectedVersion;
  if (topics.some(isOther)) return 'conflict';
  // A person may have moved a block into another topic; each id belongs to at most one.
  const ids = rewrites.flatMap(({ pairs }) => pairs.map((pair) => pair.qaId));
  const standing = yield* topicsOfPairs(generation, ids);
  for (const [at, topic] of topics.entries()) {
    const isOwn = ({ qaId: id }: QaPair) => (standing.get(id) ?? topic.slug) === topic.slug;
    yield* writeTopic(topic, rewrites[at]?.pairs.filter(isOwn) ?? [], now);
  }
  yield* insertSettlements(generation, [settle]);
  const cachedAt = now.getTime();
  yield* upsert('decisions', ...decisions.map((decision) => ({ ...decision, cachedAt })));
  if (reactTo) yield* addDueReaction(reactTo, now);
  return 'changed';
}
