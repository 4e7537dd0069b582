import { run, type Section, type Statement } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

/** A call that writes removes at most this many rows, so that no call has to pay for a long absence alone. */
export const rowsPerPurge = 200;
const pauseMilliseconds = 60_000;

/**
 * Removes what is out of date as a part of sections that write anyway: a bounded number of rows at a time, and once all are
 * gone, no look for a minute. Reads leave the rest out, so nothing expired is ever seen.
 */
export function purging(removeOld: (now: Date) => Statement): (now: Date) => Section<void> {
  let lookAgainAt = 0;
  return function* (now) {
    if (now.getTime() < lookAgainAt) return;
    const removed = yield* run(removeOld(now));
    if (removed < rowsPerPurge) lookAgainAt = now.getTime() + pauseMilliseconds;
  };
}

export const purgingExpired = (table: 'messages' | 'snapshots') =>
  purging((now) => {
    const expired = tables
      .selectFrom(table)
      .select('id')
      .where('expires_at', '<=', now.getTime())
      .limit(rowsPerPurge);
    return tables.deleteFrom(table).where('id', 'in', expired);
  });
