import type { Ledger } from '../../../domain/ports/library.ts';
import type { Settled } from '../../../domain/team/qa-pair.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { list } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { retractedIds } from '../retracted-and-erased.ts';
import { requireGeneration } from './generations.ts';
import { entriesSince, noArchive } from './raw-archive.ts';

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
