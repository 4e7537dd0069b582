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

const rows = tables.selectFrom('removal_decisions').selectAll();

/** Each removal that a pair asked for, with the last yes or no to it. */
export function* decidedRemovals(qaId: QaId): Section<ReadonlyMap<QaId, boolean>> {
  const decided = yield* all(rows.where('qaId', '=', qaId));
  return new Map(decided.map(({ removedId, approved }) => [removedId, approved === 1]));
}

/** Oldest first. */
export function* readRemovalApprovals(): Section<readonly RemovalApproval[]> {
  const decided = yield* all(rows.orderBy('decidedAt').orderBy('qaId').orderBy('removedId'));
  const together = Map.groupBy(
    decided,
    ({ decidedAt, qaId, approved }) => `${decidedAt} ${qaId} ${approved}`,
  );
  return [...together.values()].flatMap((group) =>
    group.slice(0, 1).map(({ qaId, approved, decidedAt }) => ({
      qaId,
      approved: approved === 1,
      removals: group.map(({ removedId }) => removedId),
      decidedAt,
    })),
  );
}

/** Of each removal, the last word counts. */
export function* saveRemovalApproval(approval: RemovalApproval): Section<void> {
  const { qaId, approved, removals, decidedAt } = approval;
  yield* upsert(
    'removal_decisions',
    ...removals.map((removedId) => ({ qaId, removedId, approved: Number(approved), decidedAt })),
  );
  yield* revise('decisions');
}

/**
 * What people said holds in a generation that takes the place of another: a yes takes out what the other one no longer has,
 * a no puts back what it still has. What was said for a pair that is retracted counts no more.
 */
export function* reapplyApprovals(from: number, to: number, now: Date): Section<void> {
  const decisions = yield* all(rows);
  const retracted = yield* retractedAmong(decisions.map(({ qaId }) => qaId));
  const ids = decisions.map(({ removedId }) => removedId);
  const [before, after] = [yield* topicsOfPairs(from, ids), yield* topicsOfPairs(to, ids)];
  const touched = new Set<string>();
  for (const { removedId: qaId, approved } of decisions.filter((one) => !retracted.has(one.qaId))) {
    const [former, slug] = [before.get(qaId), after.get(qaId)];
    if (approved === 1 && slug !== undefined && former === undefined) {
      yield* remove('pairs', { generation: to, qaId });
      touched.add(slug);
    }
    if (approved === 0 && slug === undefined && former !== undefined) {
      yield* putBack(qaId, former, from, to);
      touched.add(former);
    }
  }
  for (const slug of touched) yield* refreshTopic(to, slug, now);
}

function* putBack(qaId: QaId, slug: string, from: number, to: number): Section<void> {
  const block = yield* valueOf('pairs', { generation: from, qaId }, 'block');
  if (block !== null) yield* insertNew('pairs', [{ generation: to, slug, qaId, block }]);
  yield* insertSettlements(to, [{ qaId, outcome: 'integrated', topic: slug }]);
}
