import { run, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';

/** A call that writes removes at most this many rows, so that no call has to pay for a long absence alone. */
export const rowsPerPurge = 200;

/** Removes a bounded number of expired rows. Reads leave the rest out, so nothing expired is ever seen. */
export function* purgeExpired(table: 'messages' | 'snapshots', now: Date): Section<void> {
  const expired = tables
    .selectFrom(table)
    .select('id')
    .where('expires_at', '<=', now.getTime())
    .limit(rowsPerPurge);
  yield* run(tables.deleteFrom(table).where('id', 'in', expired));
}
