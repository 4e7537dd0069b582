import { sql } from 'kysely';
import type { Settled } from '../../../domain/team/qa-pair.ts';
import { chunked, type Transaction } from '../database/database.ts';

/** The cause of a failed capture that a person has skipped. */
export const skippedByPerson = 'skipped';

/** Deletes ended failures, but not skipped ones. */
export const endedFailures = (trx: Transaction) =>
  trx.deleteFrom('failed_captures').where('cause', '!=', skippedByPerson);

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
      await endedFailures(trx).where('qaId', 'in', done).where(sql.val(generation), 'in', isLive).execute();
  }
}
