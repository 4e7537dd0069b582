import type { Library, RetractionResult } from '../../../domain/ports/library.ts';
import { compareQaIds, timestampFromDate, type QaId } from '../../../domain/values/qa-id.ts';
import { find, list, remove, valuesOf } from '../database/rows.ts';
import type { Section } from '../database/section.ts';
import { generationNumbers, liveGeneration } from './generations.ts';
import { insertRetractions, retractedAmong } from '../retracted-and-erased.ts';
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

/** Removes retracted pairs from every generation, with the descriptions of their topics. */
export function* applyRetractionsEverywhere(qaIds: readonly QaId[], now: Date): Section<void> {
  for (const generation of yield* generationNumbers()) {
    const touched = new Set(yield* valuesOf('pairs', { generation, qaId: qaIds }, 'slug'));
    yield* remove('pairs', { generation, qaId: qaIds });
    for (const slug of touched) yield* refreshTopic(generation, slug, now, { dropDescription: true });
  }
}
