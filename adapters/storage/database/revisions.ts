import { sql } from 'kysely';
import type { Transaction } from './database.ts';
import { upsert, valueOf } from './rows.ts';

/** A single value of the store. */
export const saidAs = (trx: Transaction, name: string): Promise<string | null> =>
  valueOf(trx, 'meta', { name }, 'value');

export const say = (trx: Transaction, name: string, value: string): Promise<void> =>
  upsert(trx, 'meta', { name, value });

const rowName = (thing: string): string => `revision ${thing}`;

/** A counter that increases with every change of something that processes cache or print. */
export async function revisionOf(trx: Transaction, thing: string): Promise<number> {
  return Number((await saidAs(trx, rowName(thing))) ?? 0);
}

/** All counters, by what they count. */
export async function revisionsIn(trx: Transaction): Promise<ReadonlyMap<string, string>> {
  const rows = await trx.selectFrom('meta').selectAll().where('name', 'like', rowName('%')).execute();
  return new Map(rows.map(({ name, value }) => [name.slice(rowName('').length), value]));
}

export async function revise(trx: Transaction, thing: string): Promise<void> {
  const next = sql<string>`CAST(CAST(meta.value AS INTEGER) + 1 AS TEXT)`;
  await trx
    .insertInto('meta')
    .values({ name: rowName(thing), value: '1' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: next }))
    .execute();
}
