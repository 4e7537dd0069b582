import type { Library, RetractionResult } from '../../../domain/ports/library.ts';
import { compareQaIds, timestampFromDate, type QaId } from '../../../domain/values/qa-id.ts';
import { formatTopic, parseTopic } from '../../../domain/team/qa-blocks.ts';
import { find, list, remove, update } from '../database/rows.ts';
import type { Section } from '../database/section.ts';
import { generationNumbers, liveGeneration } from './generations.ts';
import { keptPairs, insertRetractions, retractedAmong } from '../retracted-and-erased.ts';
import { readBlocks, refreshTopic, topicsOfPairs } from './topics.ts';

/** Removes entries from every generation, so that a rollback does not bring them back. */
export function* retract({
  qaIds: asked,
  now,
  dryRun = false,
  withEarlier = true,
}: Parameters<Library['retract']>[0]): Section<RetractionResult> {
  const live = yield* liveGeneration();
  const qaIds = yield* toRetract(asked, live, withEarlier);
  const standing = yield* topicsOfPairs(live, qaIds);
  const hit = [...new Set(standing.values())].toSorted();
  const blocks = yield* readBlocks(live, hit);
  const isEmptied = (slug: string) => (blocks.get(slug) ?? []).every(({ qaId }) => standing.has(qaId));
  const plan = {
    qaIds,
    changedTopics: hit.filter((slug) => !isEmptied(slug)),
    removedTopics: hit.filter(isEmptied),
  };
  if (!dryRun) {
    const retractedAt = timestampFromDate(now);
    yield* insertRetractions(qaIds.map((qaId) => ({ qaId, retractedAt })));
    yield* applyRetractionsEverywhere(qaIds, now);
  }
  return plan;
}

/** Known entries that are not retracted yet, with earlier captures of their conversations. */
function* toRetract(asked: readonly QaId[], live: number, withEarlier: boolean): Section<readonly QaId[]> {
  const standing = yield* topicsOfPairs(live, asked);
  const wanted = new Set<QaId>();
  for (const qaId of asked) {
    const entry = yield* find('raw_segments', { qaId }, ['conversationId']);
    if (entry || standing.has(qaId)) wanted.add(qaId);
    if (!entry || !withEarlier) continue;
    const captures = yield* list('raw_segments', { conversationId: entry.conversationId }, ['qaId']);
    for (const { qaId: other } of captures) {
      if (other !== null && compareQaIds(other, qaId) < 0) wanted.add(other);
    }
  }
  const retracted = yield* retractedAmong([...wanted]);
  return [...wanted].filter((qaId) => !retracted.has(qaId)).toSorted(compareQaIds);
}

/** Removes retracted pairs and erased turns from every generation, with the descriptions of their topics. */
export function* applyRetractionsEverywhere(qaIds: readonly QaId[], now: Date): Section<void> {
  for (const generation of yield* generationNumbers()) {
    const touched = new Set<string>();
    for (const row of yield* list('pairs', { generation, qaId: qaIds }, ['qaId', 'slug', 'block'])) {
      const { qaId, slug, block } = row;
      const kept = yield* keptBlock(block);
      if (kept === block) continue;
      touched.add(slug);
      if (kept === null) yield* remove('pairs', { generation, qaId });
      else yield* update('pairs', { generation, qaId }, { block: kept });
    }
    for (const slug of touched) yield* refreshTopic(generation, slug, now, { dropDescription: true });
  }
}

/** A block without erased turns; null if it is retracted or nothing remains. */
function* keptBlock(block: string): Section<string | null> {
  const [pair] = parseTopic(block).pairs;
  const [kept] = pair ? yield* keptPairs([pair]) : [];
  if (!kept) return null;
  return kept === pair ? block : formatTopic([kept]);
}
