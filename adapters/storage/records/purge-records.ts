import type { Transaction } from '../database/database.ts';
import { untyped } from '../database/rows.ts';
import { layout } from '../database/tables.ts';

/** Reads leave expired rows out before they are deleted. */
export const isCurrent = ({ expiresAt }: { readonly expiresAt: number }, now: Date): boolean =>
  expiresAt > now.getTime();

/** A worker that has not announced itself for so long has ended. */
export const aliveMilliseconds = 3 * 60_000;

const day = 86_400_000;

/** How long rows are kept after the time in a column. Only those of gaps and of handled messages, and what people decided, are kept for ever. */
const retention = [
  ['messages', 'expiresAt', 0],
  ['snapshots', 'expiresAt', 0],
  ['rehearsed_questions', 'expiresAt', 0],
  ['responses', 'expiresAt', 0],
  ['page_keys', 'expiresAt', 0],
  ['workers', 'announcedAt', aliveMilliseconds],
  ['admissions', 'changedAt', day],
  ['model_usage', 'day', 60 * day],
] as const;

/** A call deletes at most this many rows of a table, so that none becomes slow after a long absence. */
const rowsPerPurge = 1_000;

/** Removes what is out of date. Every worker does so each minute. */
export async function purgeRecords(trx: Transaction, now: Date): Promise<void> {
  for (const [table, column, milliseconds] of retention) {
    const until = new Date(now.getTime() - milliseconds);
    const last = column === 'day' ? until.toISOString() : until.getTime();
    const [id = 'id'] = layout[table].key;
    const rows = untyped(trx).selectFrom<string>(table).where(column, '<=', last).limit(rowsPerPurge);
    await untyped(trx).deleteFrom<string>(table).where(id, 'in', rows.select(id)).execute();
  }
}
