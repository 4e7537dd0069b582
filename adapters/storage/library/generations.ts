import { mistake } from '../../../domain/ports/errors.ts';
import type { GenerationInfo } from '../../../domain/ports/library.ts';
import { remove, update, valueOf, values } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { revise } from '../database/revisions.ts';

/*
 * Which generations there are. One is live; a rebuild is building until it is published; those that were live are kept. The
 * number of a dropped one is never given again, so that a run whose rebuild was dropped cannot write into somebody else's.
 */

const existing = (trx: Transaction) =>
  trx.selectFrom('generations').where('state', '<>', 'dropped').orderBy('number');

export async function liveGeneration(trx: Transaction): Promise<number> {
  return (await valueOf(trx, 'generations', { state: 'live' }, 'number')) ?? 1;
}

/** Throws a final `PortError` for a generation that is not there. */
export async function requireGeneration(trx: Transaction, number: number) {
  const row = await existing(trx)
    .select(['state', 'adoptedCursor'])
    .where('number', '=', number)
    .executeTakeFirst();
  if (row) return row;
  throw mistake('generation_unknown', `The library has no generation ${number}; it may have been dropped.`);
}

/** Whether it may be written: it is live, or an unpublished rebuild. */
export async function isOpen(trx: Transaction, number: number): Promise<boolean> {
  const state = await valueOf(trx, 'generations', { number }, 'state');
  return state === 'live' || state === 'building';
}

export async function generationNumbers(trx: Transaction): Promise<readonly number[]> {
  return await values(existing(trx).select('number'));
}

export async function listGenerations(trx: Transaction): Promise<readonly GenerationInfo[]> {
  const counted = existing(trx)
    .select(['number', 'state', 'since'])
    .select((of) =>
      (['topics', 'pairs'] as const).map((table) =>
        of
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef(`${table}.generation`, '=', 'number')
          .as(table),
      ),
    );
  return (await counted.execute()).map(({ state, topics, pairs, ...row }) => ({
    ...row,
    live: state === 'live',
    building: state === 'building',
    topics: topics ?? 0,
    pairs: pairs ?? 0,
  }));
}

/** Only one rebuild runs at a time (its owner holds the lease), so those of other owners are dropped. */
export async function openGeneration(trx: Transaction, owner: string, now: Date): Promise<number> {
  const building = existing(trx).select(['number', 'owner']).where('state', '=', 'building');
  const rebuilds = await building.execute();
  const ownRebuild = rebuilds.find((rebuild) => rebuild.owner === owner);
  for (const { number } of rebuilds) if (number !== ownRebuild?.number) await discardGeneration(trx, number);
  if (ownRebuild) return ownRebuild.number;
  const [last] = await values(
    trx.selectFrom('generations').select(({ fn }) => fn.max('number').as('number')),
  );
  const number = (last ?? 0) + 1;
  const since = now.toISOString();
  await trx
    .insertInto('generations')
    .values({ number, state: 'building', owner, since, adoptedCursor: null })
    .execute();
  return number;
}

/** Ignored for live and former generations. */
export async function discardGeneration(trx: Transaction, number: number): Promise<boolean> {
  const dropped = await update(
    trx,
    'generations',
    { number, state: 'building' },
    { state: 'dropped', owner: null },
  );
  if (dropped === 0) return false;
  for (const table of ['topics', 'pairs', 'settlements'] as const) {
    await remove(trx, table, { generation: number });
  }
  await revise(trx, `generation ${number}`);
  return true;
}

export async function goLive(trx: Transaction, number: number, now: Date): Promise<void> {
  await update(trx, 'generations', { number, state: 'building' }, { owner: null, since: now.toISOString() });
  await update(trx, 'generations', { state: 'live' }, { state: 'kept' });
  await update(trx, 'generations', { number }, { state: 'live' });
  // A switch back and forth must count as a change.
  await revise(trx, `generation ${number}`);
}

export async function rollBack(trx: Transaction, number: number, now: Date): Promise<void> {
  const { state } = await requireGeneration(trx, number);
  if (state !== 'building') return await goLive(trx, number, now);
  throw mistake(
    'generation_not_published',
    `Generation ${number} is being built. Only one that was live before can be rolled back to.`,
  );
}
