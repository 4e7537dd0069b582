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

/** Saves a failed run and settles its entry as failed, unless it has an outcome. */
export function* saveFailedCapture(failure: FailedCapture & { readonly workflowId: string }): Section<void> {
  yield* upsert('failed_captures', failure);
  const { qaId, cause } = failure;
  if (qaId !== null)
    yield* insertSettlements(yield* liveGeneration(), [{ qaId, outcome: 'failed', topic: null, cause }]);
}

/** Newest first: runs that failed, and entries that a rebuild could not settle. */
export function* readFailedCaptures(): Section<readonly FailedCapture[]> {
  const runs = yield* all(
    tables
      .selectFrom('failed_captures')
      .selectAll()
      .where('cause', '!=', skippedByPerson)
      .orderBy('failedAt', 'desc'),
  );
  const ofRuns = new Set(runs.map(({ qaId }) => qaId));
  const retractions = tables.selectFrom('retractions').select('qaId');
  const entries = yield* all(
    tables
      .selectFrom('settlements')
      .innerJoin('generations', 'generations.number', 'settlements.generation')
      .select(['settlements.qaId', 'settlements.cause', 'generations.since as failedAt'])
      .where('generations.state', '=', 'live')
      .where('settlements.outcome', '=', 'failed')
      .where('settlements.qaId', 'not in', retractions)
      .orderBy('settlements.position'),
  );
  const ofRebuild = entries
    .filter(({ qaId }) => !ofRuns.has(qaId))
    .map((entry) => ({ ...entry, workflowId: null, cause: entry.cause ?? 'unexpected' }));
  return [...runs, ...ofRebuild];
}

export function* skipFailedCapture(
  { workflowId, qaId }: { readonly workflowId: string; readonly qaId: QaId | null },
  now: Date,
): Section<void> {
  const row = { workflowId, qaId, cause: skippedByPerson, failedAt: now.toISOString() };
  yield* upsert('failed_captures', row);
  yield* settleSkipped(yield* liveGeneration());
}

/** Settles entries that people skipped, unless the generation has another outcome for them. */
export function* settleSkipped(generation: number): Section<void> {
  const ids = new Set((yield* readSkips()).flatMap(({ qaId }) => qaId ?? []));
  yield* insertSettlements(
    generation,
    [...ids].map((qaId) => ({ qaId, outcome: 'skipped', topic: null })),
  );
}

export const readSkips = () =>
  list('failed_captures', { cause: skippedByPerson }, ['workflowId', 'qaId', 'cause', 'failedAt']);

/** Ends a failure: the entry was captured, or will not be. */
export function* endFailedCapture({ workflowId }: { readonly workflowId: string }): Section<void> {
  yield* remove('failed_captures', { workflowId });
}

/** Ends the failures of entries that the new live generation has settled. */
export function* endSettledFailures(live: number): Section<void> {
  const settled = tables
    .selectFrom('settlements')
    .select('qaId')
    .where('generation', '=', live)
    .where('outcome', '!=', 'failed');
  yield* run(endedFailures.where('qaId', 'in', settled));
}
