import type { Ledger } from '../../../domain/ports/library.ts';
import type { FailedCapture, Settled } from '../../../domain/team/qa-pair.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { revise, revisionOf } from '../database/revisions.ts';
import { insertNew, list, remove, upsert, values } from '../database/rows.ts';
import { chunked, type Transaction } from '../database/database.ts';
import { retractedIds } from '../retracted-and-erased.ts';
import { liveGeneration, requireGeneration } from './generations.ts';
import { readEntries } from './raw-archive.ts';

/** Settles entries. One that is settled keeps its outcome, unless it failed. */
export async function insertSettlements(
  trx: Transaction,
  generation: number,
  settled: readonly Settled[],
): Promise<void> {
  if (settled.length === 0) return;
  const positions = trx.selectFrom('settlements').select(({ fn }) => fn.max('position').as('last'));
  const [last] = await values(positions.where('generation', '=', generation));
  const rows = settled.map((line, at) => ({
    generation,
    cause: null,
    ...line,
    position: (last ?? 0) + at + 1,
  }));
  for (const some of chunked(rows))
    await remove(trx, 'settlements', { generation, qaId: some.map(({ qaId }) => qaId), outcome: 'failed' });
  await insertNew(trx, 'settlements', rows);
  await revise(trx, `settlements ${generation}`);
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

/** Newest first: runs that failed whose entry nobody has settled since, and entries that a rebuild could not settle. */
export async function readFailedCaptures(trx: Transaction): Promise<readonly FailedCapture[]> {
  const settled = trx
    .selectFrom('settlements')
    .select('qaId')
    .where('generation', '=', await liveGeneration(trx))
    .where('outcome', '!=', 'failed');
  const runs = await trx
    .selectFrom('failed_captures')
    .selectAll()
    .where((row) => row.or([row('qaId', 'is', null), row('qaId', 'not in', settled)]))
    .orderBy('failedAt', 'desc')
    .execute();
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

/** Reads the archive when it has changed. Entries up to `cursor` count as settled. Throws a final `PortError` for an unknown generation. */
export function createLedgerReader() {
  let archive = { revision: -1, entries: [] as Ledger['entries'] };
  return async (trx: Transaction, generation: number) => {
    const { adoptedCursor: cursor } = await requireGeneration(trx, generation);
    const revision = await revisionOf(trx, 'archive');
    if (archive.revision !== revision) archive = { revision, entries: await readEntries(trx) };
    return { entries: archive.entries, settled: await readSettled(trx, generation), cursor };
  };
}
