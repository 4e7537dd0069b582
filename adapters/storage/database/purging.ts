import { sql } from 'kysely';
import type { Transaction } from './database.ts';
import { untyped, type Name, type Row } from './rows.ts';
import { layout } from './tables.ts';

/** Reads leave expired rows out before they are deleted. */
export const isCurrent = ({ expiresAt }: { readonly expiresAt: number }, now: Date): boolean =>
  expiresAt > now.getTime();

/** A call deletes at most this many rows, so that none becomes slow after a long absence. */
const rowsPerPurge = 200;
const pauseMilliseconds = 60_000;

/**
 * Removes what is out of date as a part of transactions that write anyway: a bounded number of rows at a time, and once all are
 * gone, no look for a minute. `until`: the last value of the column that
 * is out of date; by default the present time.
 */
export function purging<Table extends Name>(
  table: Table,
  column: keyof Row<Table> & string,
  until: (now: Date) => number | string = (now) => now.getTime(),
): (trx: Transaction, now: Date) => Promise<void> {
  const [id = 'id'] = layout[table].key ?? [];
  let lookAgainAt = 0;
  return async (trx, now) => {
    if (now.getTime() < lookAgainAt) return;
    const old = untyped(trx)
      .selectFrom<string>(table)
      .select(id)
      .where(sql<boolean>`${sql.ref(column)} <= ${until(now)}`)
      .limit(rowsPerPurge);
    const { numDeletedRows } = await untyped(trx)
      .deleteFrom<string>(table)
      .where(id, 'in', old)
      .executeTakeFirst();
    if (numDeletedRows < rowsPerPurge) lookAgainAt = now.getTime() + pauseMilliseconds;
  };
}
