import { sql } from 'kysely';
import type { Settled } from '../../../domain/team/qa-pair.ts';
import { update } from '../database/rows.ts';
import { chunked, run, type Section } from '../database/section.ts';
import { revise } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';

/** In the place of a failure's cause: a person has left the capture, and its entry if it has one. */
export const skippedByPerson = 'skipped';

/** Failures that are over go; what a person has skipped stays. */
export const endedFailures = tables.deleteFrom('failed_captures').where('cause', '!=', skippedByPerson);

/** Each of another entry. One that is settled already keeps its outcome, unless that was a failure. */
export function* insertSettlements(generation: number, settled: readonly Settled[]): Section<void> {
  const isLive = tables.selectFrom('generations').select('number').where('state', '=', 'live');
  for (const lines of chunked(settled)) {
    const rows = lines.map(({ qaId, outcome, topic, cause = null }, at) => {
      const position = sql<number>`(SELECT coalesce(max(position), 0) FROM settlements WHERE generation = ${generation}) + ${at + 1}`;
      return { generation, qaId, outcome, topic, cause, position };
    });
    yield* run(
      tables
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
        ),
    );
    const done = lines.filter(({ outcome }) => outcome !== 'failed').map(({ qaId }) => qaId);
    if (done.length > 0)
      yield* run(endedFailures.where('qaId', 'in', done).where(sql.val(generation), 'in', isLive));
  }
}

/** Takes the names of topics out that are gone: what they had taken in counts as superseded. */
export function* dropTopicNames(generation: number, slugs: readonly string[]): Section<void> {
  yield* update('settlements', { generation, topic: slugs }, { outcome: 'superseded', topic: null });
  if (slugs.length > 0) yield* revise(`settlements ${generation}`);
}
