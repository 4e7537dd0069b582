import { mistake, type PortError } from '../../../domain/ports/errors.ts';
import type { GenerationInfo } from '../../../domain/ports/library.ts';
import { remove, update, valueOf, values } from '../database/rows.ts';
import { all, first, run, type Section } from '../database/section.ts';
import { revise } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';

/*
 * Which generations there are. One is live; a rebuild is building until it is published; those that were live are kept. The
 * number of a dropped one is never given again, so that a run whose rebuild was dropped cannot write into somebody else's.
 */

const existing = tables.selectFrom('generations').where('state', '<>', 'dropped').orderBy('number');

export function* liveGeneration(): Section<number> {
  return (yield* valueOf('generations', { state: 'live' }, 'number')) ?? 1;
}

export const unknownGeneration = (number: number): PortError =>
  mistake('generation_unknown', `The library has no generation ${number}; it may have been dropped.`);

/** Whether it may be written: it is live, or an unpublished rebuild. */
export function* isOpen(number: number): Section<boolean> {
  const state = yield* valueOf('generations', { number }, 'state');
  return state === 'live' || state === 'building';
}

export function* generationNumbers(): Section<readonly number[]> {
  return yield* values(existing.select('number'));
}

export function* listGenerations(): Section<readonly GenerationInfo[]> {
  const counted = existing.select(['number', 'state', 'since']).select((of) =>
    (['topics', 'pairs'] as const).map((table) =>
      of
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef(`${table}.generation`, '=', 'number')
        .as(table),
    ),
  );
  return (yield* all(counted)).map(({ state, topics, pairs, ...row }) => ({
    ...row,
    live: state === 'live',
    building: state === 'building',
    topics: topics ?? 0,
    pairs: pairs ?? 0,
  }));
}

/** Only one rebuild runs at a time (its owner holds the lease), so those of other owners are dropped. */
export function* openGeneration(owner: string, now: Date): Section<number> {
  const building = existing.select(['number', 'owner']).where('state', '=', 'building');
  const rebuilds = yield* all(building);
  const own = rebuilds.find((rebuild) => rebuild.owner === owner);
  for (const { number } of rebuilds) if (number !== own?.number) yield* discardGeneration(number);
  if (own) return own.number;
  const [last] = yield* values(
    tables.selectFrom('generations').select(({ fn }) => fn.max('number').as('number')),
  );
  const number = (last ?? 0) + 1;
  const since = now.toISOString();
  yield* run(
    tables.insertInto('generations').values({ number, state: 'building', owner, since, adoptedCursor: null }),
  );
  return number;
}

/** Ignored for live and former generations. */
export function* discardGeneration(number: number): Section<boolean> {
  const dropped = yield* update(
    'generations',
    { number, state: 'building' },
    { state: 'dropped', owner: null },
  );
  if (dropped === 0) return false;
  for (const table of ['topics', 'pairs', 'settlements'] as const) {
    yield* remove(table, { generation: number });
  }
  return true;
}

export function* goLive(number: number, now: Date): Section<void> {
  yield* update('generations', { number, state: 'building' }, { owner: null, since: now.toISOString() });
  yield* update('generations', { state: 'live' }, { state: 'kept' });
  yield* update('generations', { number }, { state: 'live' });
  // A switch back and forth must count as a change.
  yield* revise(`generation ${number}`);
}

export function* rollBack(number: number, now: Date): Section<void> {
  const row = yield* first(existing.select('state').where('number', '=', number));
  if (!row) throw unknownGeneration(number);
  if (row.state !== 'building') return yield* goLive(number, now);
  throw mistake(
    'generation_not_published',
    `Generation ${number} is being built. Only one that was live before can be rolled back to.`,
  );
}
