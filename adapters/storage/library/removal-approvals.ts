import type { RemovalApproval } from '../../../domain/ports/library.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { insertNew, remove, upsert, valueOf } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { insertSettlements } from './ledger.ts';
import { retractedAmong } from '../retracted-and-erased.ts';
import { refreshTopic, topicsOfPairs } from './topics.ts';

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
