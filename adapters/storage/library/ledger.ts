import { sql } from 'kysely';
import type { Ledger } from '../../../domain/ports/library.ts';
import type { FailedCapture, Settled } from '../../../domain/team/qa-pair.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { revise } from '../database/revisions.ts';
import { list, upsert } from '../database/rows.ts';
import { chunked, type Transaction } from '../database/database.ts';
import { retractedIds } from '../retracted-and-erased.ts';
import { liveGeneration, requireGeneration } from './generations.ts';
import { entriesSince, noArchive } from './raw-archive.ts';

/** Settles entries. One that is settled keeps its outcome, unless it failed. */
export async function insertSettlements(
  trx: Transaction,
  generation: number,
  settled: readonly Settled[],
): Promise<void> {
  const isLive = trx.selectFrom('generations').select('number').where('state', '=', 'live');
  for (const lines of chunked(settled)) {
    const rows = lines.map(({ qaId, outcome, topic, cause = null }, at) => {
      const position = sql<number>`(SELECT coalesce(max(position), 0) FROM settlements WHERE generation = ${generation}) + ${at + 1}`;
      return { generation, qaId, outcome, topic, cause, position };
    });
    await trx
      .insertInto('settlements')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['generation', 'qaId'])
          .doUpdateSet((of) => ({
            outcome: of.ref('excluded.outcome'),
            topic: of.ref('excluded.topic'),
            cause: of.ref('excluded.cause'),
            position: of.ref('excluded.position'),
          }))
          .where('settlements.outcome', '=', 'failed'),
      )
      .execute();
    const done = lines.filter(({ outcome }) => outcome !== 'failed').map(({ qaId }) => qaId);
    if (done.length > 0)
      await trx
        .deleteFrom('failed_captures')
        .where('qaId', 'in', done)
        .where(sql.val(generation), 'in', isLive)
        .execute();
  }
  if (settled.length > 0) await revise(trx, `settlements ${generation}`);
}

/*
 * Captures that failed for good. Temporal forgets a run after its retention; a failure is a fact until somebody has settled
 * it: an entry counts as `failed` in the ledger of the generation, and the run that failed has a row.
 */

/** Saves a failed run and settles its entry as failed, unless it has an outcome. */
export async function saveFailedCapture(
  trx: Transaction,
  failure: FailedCapture & { readonly workflowId: string },
): Promise<void> {
  await upsert(trx, 'failed_captures', failure);
  const { qaId, cause } = failure;
  if (qaId !== null)
    await insertSettlements(trx, await liveGeneration(trx), [
      { qaId, outcome: 'failed', topic: null, cause },
    ]);
}

/** Newest first: runs that failed, and entries that a rebuild could not settle. */
export async function readFailedCaptures(trx: Transaction): Promise<readonly FailedCapture[]> {
  const runs = await trx.selectFrom('failed_captures').selectAll().orderBy('failedAt', 'desc').execute();
  const ofRuns = new Set(runs.map(({ qaId }) => qaId));
  const retractions = trx.selectFrom('retractions').select('qaId');
  const entries = await trx
    .selectFrom('settlements')
    .innerJoin('generations', 'generations.number', 'settlements.generation')
    .select(['settlements.qaId', 'settlements.cause', 'generations.since as failedAt'])
    .where('generations.state', '=', 'live')
    .where('settlements.outcome', '=', 'failed')
    .where('settlements.qaId', 'not in', retractions)
    .orderBy('settlements.position')
    .execute();
  const ofRebuild = entries
    .filter(({ qaId }) => !ofRuns.has(qaId))
    .map((entry) => ({ ...entry, workflowId: null, cause: entry.cause ?? 'unexpected' }));
  return [...runs, ...ofRebuild];
}

/** Ends the failures of entries that the new live generation has settled. */
export async function endSettledFailures(trx: Transaction, live: number): Promise<void> {
  const settled = trx
    .selectFrom('settlements')
    .select('qaId')
    .where('generation', '=', live)
    .where('outcome', '!=', 'failed');
  await trx.deleteFrom('failed_captures').where('qaId', 'in', settled).execute();
}

/**
 * What became of each raw entry in a generation, in the order of `settled.txt`. A retracted entry counts as retracted, whatever
 * its row says.
 */
export async function readSettled(trx: Transaction, generation: number): Promise<ReadonlyMap<QaId, Settled>> {
  const columns = ['qaId', 'outcome', 'topic', 'cause'] as const;
  const rows = await list(trx, 'settlements', { generation }, columns, ['position']);
  const settled = new Map<QaId, Settled>(
    rows.map(({ cause, ...line }) => [line.qaId, { ...line, ...(cause !== null && { cause }) }]),
  );
  for (const qaId of await retractedIds(trx)) settled.set(qaId, { qaId, outcome: 'retracted', topic: null });
  return settled;
}

interface LedgerOf extends Ledger {
  /** Entries up to it count as settled. */
  readonly cursor: QaId | null;
}

/** Of the archive, reads only what has come since the last read. Throws a final `PortError` for an unknown generation. */
export function createLedgerReader(): (trx: Transaction, generation: number) => Promise<LedgerOf> {
  let archive = noArchive;
  return async (trx, generation) => {
    const { adoptedCursor: cursor } = await requireGeneration(trx, generation);
    archive = await entriesSince(trx, archive);
    return { entries: archive.entries, settled: await readSettled(trx, generation), cursor };
  };
}
