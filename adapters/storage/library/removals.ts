import type { Library, RemovalApproval, RetractionResult } from '../../../domain/ports/library.ts';
import type { Retraction } from '../../../domain/team/retractions-file.ts';
import { compareQaIds, type QaId, timestampFromDate } from '../../../domain/values/qa-id.ts';
import { find, insertNew, list, remove, upsert, valueOf, valuesOf } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { revise } from '../database/revisions.ts';
import { generationNumbers, liveGeneration } from './generations.ts';
import { retractedAmong } from '../retracted-and-erased.ts';
import { refreshTopic, topicsOfPairs } from './topics.ts';
import { insertSettlements } from './ledger.ts';

/** Removes entries from every generation, so that a rollback does not bring them back. */
export async function retract(
  trx: Transaction,
  { qaIds: wantedIds, now, dryRun = false, withEarlier = true }: Parameters<Library['retract']>[0],
): Promise<RetractionResult> {
  const live = await liveGeneration(trx);
  const qaIds = await toRetract(trx, wantedIds, live, withEarlier);
  const standing = await topicsOfPairs(trx, live, qaIds);
  if (!dryRun) {
    const retractedAt = timestampFromDate(now);
    const retractions = qaIds.map((qaId) => ({ qaId, retractedAt }));
    await applyRetractions(trx, retractions, now);
  }
  return { qaIds, topics: [...new Set(standing.values())].toSorted() };
}

/** Known entries that are not retracted yet, with earlier captures of their conversations. */
async function toRetract(
  trx: Transaction,
  wantedIds: readonly QaId[],
  live: number,
  withEarlier: boolean,
): Promise<readonly QaId[]> {
  const standing = await topicsOfPairs(trx, live, wantedIds);
  const wanted = new Set<QaId>();
  for (const qaId of wantedIds) {
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

/** Keeps retractions, removes the pairs from every generation, with the descriptions of their topics, and ends failed captures of them. */
export async function applyRetractions(
  trx: Transaction,
  retractions: readonly Retraction[],
  now: Date,
): Promise<void> {
  const qaIds = retractions.map(({ qaId }) => qaId);
  await insertNew(trx, 'retractions', retractions);
  if (retractions.length > 0) await revise(trx, 'retractions');
  await remove(trx, 'failed_captures', { qaId: qaIds });
  for (const generation of await generationNumbers(trx)) {
    const touched = new Set(await valuesOf(trx, 'pairs', { generation, qaId: qaIds }, 'slug'));
    await remove(trx, 'pairs', { generation, qaId: qaIds });
    for (const slug of touched) await refreshTopic(trx, generation, slug, now, true);
  }
}

/* What people said about removals: beside the archive, and valid in every generation. */

const rows = (trx: Transaction) => trx.selectFrom('removal_decisions').selectAll();

/** Each removal that a pair asked for, with the last yes or no to it. */
export async function decidedRemovals(trx: Transaction, qaId: QaId): Promise<ReadonlyMap<QaId, boolean>> {
  const decided = await rows(trx).where('qaId', '=', qaId).execute();
  return new Map(decided.map(({ removedId, approved }) => [removedId, approved]));
}

/** Of each removal, the last word counts. */
export async function saveRemovalApproval(trx: Transaction, approval: RemovalApproval): Promise<void> {
  const { qaId, approved, removals } = approval;
  const decided = removals.map((removedId) => ({ qaId, removedId, approved }));
  await upsert(trx, 'removal_decisions', ...decided);
}

/**
 * What people said holds in a generation that takes the place of another: a yes takes out what the other one no longer has,
 * a no puts back what it still has. What was said for a pair that is retracted counts no more.
 */
export async function reapplyApprovals(trx: Transaction, from: number, to: number, now: Date): Promise<void> {
  const decisions = await rows(trx).execute();
  const retracted = await retractedAmong(
    trx,
    decisions.map(({ qaId }) => qaId),
  );
  const ids = decisions.map(({ removedId }) => removedId);
  const [before, after] = [await topicsOfPairs(trx, from, ids), await topicsOfPairs(trx, to, ids)];
  const touched = new Set<string>();
  for (const { removedId: qaId, approved } of decisions.filter((one) => !retracted.has(one.qaId))) {
    const [former, slug] = [before.get(qaId), after.get(qaId)];
    if (approved && slug !== undefined && former === undefined) {
      await remove(trx, 'pairs', { generation: to, qaId });
      touched.add(slug);
    }
    if (!approved && slug === undefined && former !== undefined) {
      await putBack(trx, qaId, former, from, to);
      touched.add(former);
    }
  }
  for (const slug of touched) await refreshTopic(trx, to, slug, now);
}

async function putBack(trx: Transaction, qaId: QaId, slug: string, from: number, to: number): Promise<void> {
  const block = await valueOf(trx, 'pairs', { generation: from, qaId }, 'block');
  if (block !== null) await insertNew(trx, 'pairs', [{ generation: to, slug, qaId, block }]);
  await insertSettlements(trx, to, [{ qaId, outcome: 'integrated', topic: slug }]);
}
