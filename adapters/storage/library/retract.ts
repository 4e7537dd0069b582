import type { Library, RetractionResult } from '../../../domain/ports/library.ts';
import { compareQaIds, timestampFromDate, type QaId } from '../../../domain/values/qa-id.ts';
import { find, list, remove, valuesOf } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { generationNumbers, liveGeneration } from './generations.ts';
import { insertRetractions, retractedAmong } from '../retracted-and-erased.ts';
import { refreshTopic, topicsOfPairs } from './topics.ts';

/** Removes entries from every generation, so that a rollback does not bring them back. */
export async function retract(
  trx: Transaction,
  { qaIds: asked, now, dryRun = false, withEarlier = true }: Parameters<Library['retract']>[0],
): Promise<RetractionResult> {
  const live = await liveGeneration(trx);
  const qaIds = await toRetract(trx, asked, live, withEarlier);
  const standing = await topicsOfPairs(trx, live, qaIds);
  if (!dryRun) {
    const retractedAt = timestampFromDate(now);
    await insertRetractions(
      trx,
      qaIds.map((qaId) => ({ qaId, retractedAt })),
    );
    await applyRetractionsEverywhere(trx, qaIds, now);
  }
  return { qaIds, topics: [...new Set(standing.values())].toSorted() };
}

/** Known entries that are not retracted yet, with earlier captures of their conversations. */
async function toRetract(
  trx: Transaction,
  asked: readonly QaId[],
  live: number,
  withEarlier: boolean,
): Promise<readonly QaId[]> {
  const standing = await topicsOfPairs(trx, live, asked);
  const wanted = new Set<QaId>();
  for (const qaId of asked) {
    const entry = await find(trx, 'raw_segments', { qaId }, ['conversationId']);
    if (entry || standing.has(qaId)) wanted.add(qaId);
    if (!entry || !withEarlier) continue;
    const captures = await list(trx, 'raw_segments', { conversationId: entry.conversationId }, ['qaId']);
    for (const { qaId: other } of captures) {
      if (other !== null && compareQaIds(other, qaId) < 0) wanted.add(other);
    }
  }
  const retracted = await retractedAmong(trx, [...wanted]);
  return [...wanted].filter((qaId) => !retracted.has(qaId)).toSorted(compareQaIds);
}

/** Removes retracted pairs from every generation, with the descriptions of their topics, and ends failed captures of them. */
export async function applyRetractionsEverywhere(
  trx: Transaction,
  qaIds: readonly QaId[],
  now: Date,
): Promise<void> {
  await remove(trx, 'failed_captures', { qaId: qaIds });
  for (const generation of await generationNumbers(trx)) {
    const touched = new Set(await valuesOf(trx, 'pairs', { generation, qaId: qaIds }, 'slug'));
    await remove(trx, 'pairs', { generation, qaId: qaIds });
    for (const slug of touched) await refreshTopic(trx, generation, slug, now, true);
  }
}
