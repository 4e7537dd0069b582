import type { RemovalDecision } from '../../../domain/team/decisions-file.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { upsert } from '../database/rows.ts';
import { all, type Section } from '../database/section.ts';
import { revise } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';

/* What people said about removals: beside the archive, and honoured by every generation. */

const inOrder = tables.selectFrom('removal_decisions').selectAll().orderBy('decided_at').orderBy('qa_id');

export function* readRemovalDecisions(qaId: QaId | null = null): Section<readonly RemovalDecision[]> {
  const rows = yield* all(qaId === null ? inOrder : inOrder.where('qa_id', '=', qaId));
  return rows.map((row) => ({
    qaId: row.qa_id,
    approved: row.approved === 1,
    removals: JSON.parse(row.removals) as readonly QaId[],
    decidedAt: row.decided_at,
  }));
}

/** The last word of a person counts. */
export function* saveRemovalDecision(decision: RemovalDecision): Section<void> {
  const row = {
    qa_id: decision.qaId,
    approved: Number(decision.approved),
    removals: JSON.stringify(decision.removals),
    decided_at: decision.decidedAt,
  };
  yield* upsert('removal_decisions', row, ['qa_id']);
  yield* revise('decisions');
}
