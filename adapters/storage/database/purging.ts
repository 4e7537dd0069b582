import { sql, type Kysely } from 'kysely';
import type { Name, Row } from './rows.ts';
import { run, type Section } from './section.ts';
import { layout, tables } from './tables.ts';

/** Reads leave expired rows out before they are deleted. */
export const isCurrent = ({ expiresAt }: { readonly expiresAt: number }, now: Date): boolean =>
  expiresAt > now.getTime();

/** A call deletes at most this many rows, so that none becomes slow after a long absence. */
const rowsPerPurge = 200;
const pauseMilliseconds = 60_000;

/**
 * Removes what is out of date as a part of sections that write anyway: a bounded number of rows at a time, and once all are
 * gone, no look for a minute. `until`: the last value of the column that
 * is out of date; by default the present time.
 */
export function purging<Table extends Name>(
  table: Table,
  column: keyof Row<Table> & string,
  until: (now: Date) => number | string = (now) => now.getTime(),
): (now: Date) => Section<void> {
  const untyped = tables as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const [id = 'id'] = layout[table].key ?? [];
  let lookAgainAt = 0;
  return function* (now) {
    if (now.getTime() < lookAgainAt) return;
    const old = untyped
      .selectFrom<string>(table)
      .select(id)
      .where(sql<boolean>`${sql.ref(column)} <= ${until(now)}`)
      .limit(rowsPerPurge);
    const removed = yield* run(untyped.deleteFrom<string>(table).where(id, 'in', old));
    if (removed < rowsPerPurge) lookAgainAt = now.getTime() + pauseMilliseconds;
  };
}
