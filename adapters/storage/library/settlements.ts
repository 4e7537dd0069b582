import type { Settled } from '../../../domain/team/qa-pair.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { countIn, insertNew, list, remove, update, valueOf, values } from '../database/rows.ts';
import { all, chunked, run, type Section } from '../database/section.ts';
import { revise, revisionOf } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import { liveGeneration } from './generations.ts';
import { newestKept } from '../remember-last.ts';
import { retractedAmong, retractedIds } from './suppressions.ts';

/*
 * What became of each raw entry in a generation: `settled.txt`. A retracted entry counts as retracted, whatever its row says.
 */

/** In the place of a failure's cause: a person has left the capture, and its entry if it has one. */
export const skippedByPerson = 'skipped';

/** Failures that are over go; what a person has skipped stays. */
export const endedFailures = tables.deleteFrom('failed_captures').where('cause', '!=', skippedByPerson);

/** An entry that is settled already keeps its outcome, unless that was a failure. */
export function* insertSettlements(generation: number, settled: readonly Settled[]): Section<void> {
  yield* dropFailures(
    generation,
    settled.map(({ qaId }) => qaId),
  );
  const from = (yield* lastPosition(generation)) + 1;
  const rows = settled.map(({ qaId, outcome, topic, cause = null }, at) => ({
    generation,
    qa_id: qaId,
    outcome,
    topic,
    cause,
    position: from + at,
  }));
  yield* insertNew('settlements', rows);
  if ((yield* liveGeneration()) !== generation) return;
  const done = settled.filter(({ outcome }) => outcome !== 'failed').map(({ qaId }) => qaId);
  for (const some of chunked(done)) yield* run(endedFailures.where('qa_id', 'in', some));
}

function* lastPosition(generation: number): Section<number> {
  const [last] = yield* values(
    tables
      .selectFrom('settlements')
      .select(({ fn }) => fn.max('position').as('position'))
      .where('generation', '=', generation),
  );
  return last ?? 0;
}

function* dropFailures(generation: number, qaIds: readonly QaId[]): Section<void> {
  const failed = yield* list('settlements', { generation, outcome: 'failed', qa_id: qaIds }, ['qa_id']);
  if (failed.length === 0) return;
  yield* remove('settlements', { generation, qa_id: failed.map(({ qa_id: qaId }) => qaId) });
  yield* revise(`settlements ${generation}`);
}

/** Of these entries those that are settled or retracted, failed ones among them. */
export function* settledAmong(generation: number, qaIds: readonly QaId[]): Section<ReadonlySet<QaId>> {
  const settled = yield* list('settlements', { generation, qa_id: qaIds }, ['qa_id']);
  return new Set([...(yield* retractedAmong(qaIds)), ...settled.map(({ qa_id: qaId }) => qaId)]);
}

/** Whether nothing is left to do about an entry. */
export function* isSettled(generation: number, qaId: QaId): Section<boolean> {
  if ((yield* retractedAmong([qaId])).size > 0) return true;
  const outcome = yield* valueOf('settlements', { generation, qa_id: qaId }, 'outcome');
  return outcome !== null && outcome !== 'failed';
}

/** In the order of the file. */
function* readSettlements(generation: number, after = 0): Section<readonly Settled[]> {
  const rows = yield* all(
    tables
      .selectFrom('settlements')
      .select(['qa_id as qaId', 'outcome', 'topic', 'cause'])
      .where('generation', '=', generation)
      .where('position', '>', after)
      .orderBy('position'),
  );
  return rows.map(({ cause, ...line }) => (cause === null ? line : { ...line, cause }));
}

/** Changes whenever settlements change: the last position, and the number of changes to older ones. */
export function* settlementsState(generation: number) {
  const position = yield* lastPosition(generation);
  const gone = yield* countIn(tables.selectFrom('retractions'));
  const revision = yield* revisionOf(`settlements ${generation}`);
  return { position, former: `${revision} ${gone}`, isEmpty: position + gone === 0 };
}

const retractedAs = (qaId: QaId): Settled => ({ qaId, outcome: 'retracted', topic: null });

/** The ledger with what was retracted since. */
export function* readSettled(generation: number): Section<ReadonlyMap<QaId, Settled>> {
  const settled = new Map((yield* readSettlements(generation)).map((line) => [line.qaId, line]));
  for (const qaId of yield* retractedIds()) settled.set(qaId, retractedAs(qaId));
  return settled;
}

/** Reads a generation's ledger, and later only the lines that have come since. For reads alone. */
export function createSettledReader(): (generation: number) => Section<ReadonlyMap<QaId, Settled>> {
  const kept = newestKept<{
    readonly former: string;
    readonly position: number;
    readonly settled: ReadonlyMap<QaId, Settled>;
  }>(generationsKept);
  return function* (generation) {
    const { position, former } = yield* settlementsState(generation);
    const known = kept.get(generation);
    if (known?.former === former && known.position === position) return known.settled;
    const settled =
      known?.former === former
        ? new Map([
            ...known.settled,
            ...(yield* readSettlements(generation, known.position))
              .filter(({ qaId }) => known.settled.get(qaId)?.outcome !== 'retracted')
              .map((line) => [line.qaId, line] as const),
          ])
        : yield* readSettled(generation);
    kept.set(generation, { former, position, settled });
    return settled;
  };
}

/** The live generation, a rebuild, and one that a reply is still pinned to. */
export const generationsKept = 3;

/** Takes the names of topics out that are gone: what they had taken in counts as superseded. */
export function* dropTopicNames(generation: number, slugs: readonly string[]): Section<void> {
  yield* update('settlements', { generation, topic: slugs }, { outcome: 'superseded', topic: null });
  if (slugs.length > 0) yield* revise(`settlements ${generation}`);
}
