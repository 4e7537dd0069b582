import type { FailedCapture } from '../../../domain/team/qa-pair.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { list, remove, upsert } from '../database/rows.ts';
import { all, run, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';
import { liveGeneration } from './generations.ts';
import { endedFailures, insertSettlements, skippedByPerson } from './settlements.ts';

/*
 * Captures that failed for good. Temporal forgets a run after its retention; a failure is a fact until somebody has settled
 * it: an entry counts as `failed` in the ledger of the generation, and the run that failed has a row.
 */

/** A run failed. Its entry is settled as failed, unless it has an outcome already. */
export function* saveFailedCapture({
  workflowId,
  qaId,
  cause,
  failedAt,
}: FailedCapture & { readonly workflowId: string }): Section<void> {
  const row = { workflow_id: workflowId, qa_id: qaId, cause, failed_at: failedAt };
  yield* upsert('failed_captures', row);
  if (qaId !== null)
    yield* insertSettlements(yield* liveGeneration(), [{ qaId, outcome: 'failed', topic: null, cause }]);
}

/** Newest first: runs that failed, and entries that a rebuild could not settle. */
export function* readFailedCaptures(): Section<readonly FailedCapture[]> {
  const rows = yield* all(
    tables
      .selectFrom('failed_captures')
      .selectAll()
      .where('cause', '!=', skippedByPerson)
      .orderBy('failed_at', 'desc'),
  );
  const runs = rows.map(({ workflow_id, qa_id, cause, failed_at }) => ({
    workflowId: workflow_id,
    qaId: qa_id,
    cause,
    failedAt: failed_at,
  }));
  const ofRuns = new Set(runs.map(({ qaId }) => qaId));
  const retractions = tables.selectFrom('retractions').select('qa_id');
  const entries = yield* all(
    tables
      .selectFrom('settlements')
      .innerJoin('generations', 'generations.number', 'settlements.generation')
      .select(['settlements.qa_id', 'settlements.cause', 'generations.since'])
      .where('generations.state', '=', 'live')
      .where('settlements.outcome', '=', 'failed')
      .where('settlements.qa_id', 'not in', retractions)
      .orderBy('settlements.position'),
  );
  const ofRebuild = entries
    .filter(({ qa_id: qaId }) => !ofRuns.has(qaId))
    .map(({ qa_id: qaId, cause, since }) => ({
      workflowId: null,
      qaId,
      cause: cause ?? 'unexpected',
      failedAt: since,
    }));
  return [...runs, ...ofRebuild];
}

export function* skipFailedCapture(
  { workflowId, qaId }: { readonly workflowId: string; readonly qaId: QaId | null },
  now: Date,
): Section<void> {
  const row = { workflow_id: workflowId, qa_id: qaId, cause: skippedByPerson, failed_at: now.toISOString() };
  yield* upsert('failed_captures', row);
  yield* settleSkipped(yield* liveGeneration());
}

/** What people have skipped counts as skipped in a generation that has no other outcome for it. */
export function* settleSkipped(generation: number): Section<void> {
  const ids = new Set((yield* readSkips()).flatMap(({ qa_id: qaId }) => qaId ?? []));
  yield* insertSettlements(
    generation,
    [...ids].map((qaId) => ({ qaId, outcome: 'skipped', topic: null })),
  );
}

/** The rows of what people have skipped. */
export const readSkips = () =>
  list('failed_captures', { cause: skippedByPerson }, ['workflow_id', 'qa_id', 'cause', 'failed_at']);

/** It is captured, or is not to be. */
export function* endFailedCapture({ workflowId }: { readonly workflowId: string }): Section<void> {
  yield* remove('failed_captures', { workflow_id: workflowId });
}

/** What a generation that goes live has settled has not failed any more. */
export function* endSettledFailures(live: number): Section<void> {
  const settled = tables
    .selectFrom('settlements')
    .select('qa_id')
    .where('generation', '=', live)
    .where('outcome', '!=', 'failed');
  yield* run(endedFailures.where('qa_id', 'in', settled));
}
