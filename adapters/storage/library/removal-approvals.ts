import type { RemovalApproval } from '../../../domain/team/removal-files.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { insertNew, remove, upsert, valueOf } from '../database/rows.ts';
import { all, type Section } from '../database/section.ts';
import { revise } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import { insertSettlements } from './settlements.ts';
import { retractedAmong } from '../retracted-and-erased.ts';
import { refreshTopic, topicsOfPairs } from './topics.ts';

/* What people said about removals: beside the archive, and valid in every generation. */

const inOrder = tables.selectFrom('removal_decisions').selectAll().orderBy('decidedAt').orderBy('qaId');

export function* readRemovalApprovals(qaId: QaId | null = null): Section<readonly RemovalApproval[]> {
  const rows = yield* all(qaId === null ? inOrder : inOrder.where('qaId', '=', qaId));
  return rows.map(({ approved, removals, ...row }) => ({
    ...row,
    approved: approved === 1,
    removals: JSON.parse(removals) as readonly QaId[],
  }));
}

/** The last one counts. */
export function* saveRemovalApproval(approval: RemovalApproval): Section<void> {
  const { approved, removals, ...row } = approval;
  yield* upsert('removal_decisions', {
    ...row,
    approved: Number(approved),
    removals: JSON.stringify(removals),
  });
  yield* revise('decisions');
}

/**
 * What people said holds in a generation that takes the place of another: a yes takes out what the other one no longer has,
 * a no puts back what it still has. What was said for a pair that is retracted counts no more.
 */
export function* reapplyApprovals(from: number, to: number, now: Date): Section<void> {
  const approvals = yield* readRemovalApprovals();
  const retracted = yield* retractedAmong(approvals.map(({ qaId }) => qaId));
  const touched = new Set<string>();
  for (const { approved, removals } of approvals.filter(({ qaId }) => !retracted.has(qaId))) {
    const [before, after] = [yield* topicsOfPairs(from, removals), yield* topicsOfPairs(to, removals)];
    for (const qaId of removals) {
      const [former, slug] = [before.get(qaId), after.get(qaId)];
      if (approved && slug !== undefined && former === undefined) {
        yield* remove('pairs', { generation: to, qaId });
        touched.add(slug);
      }
      if (!approved && slug === undefined && former !== undefined) {
        yield* putBack(qaId, former, from, to);
        touched.add(former);
      }
    }
  }
  for (const slug of touched) yield* refreshTopic(to, slug, now);
}

function* putBack(qaId: QaId, slug: string, from: number, to: number): Section<void> {
  const block = yield* valueOf('pairs', { generation: from, qaId }, 'block');
  if (block !== null) yield* insertNew('pairs', [{ generation: to, slug, qaId, block }]);
  yield* insertSettlements(to, [{ qaId, outcome: 'integrated', topic: slug }]);
}
