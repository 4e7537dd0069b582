import { sql, type Expression } from 'kysely';
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

/** The same as part of a query: a number as text, or null before the first change. `of` is appended to the name. */
export const revisionIn = (trx: Transaction, thing: string, of?: Expression<number>) =>
  trx
    .selectFrom('meta')
    .select('value')
    .where('name', '=', of ? sql<string>`${sql.lit(`${rowName(thing)} `)} || ${of}` : rowName(thing));

export async function revise(trx: Transaction, thing: string): Promise<void> {
  const next = sql<string>`CAST(CAST(meta.value AS INTEGER) + 1 AS TEXT)`;
  await trx
    .insertInto('meta')
    .values({ name: rowName(thing), value: '1' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: next }))
    .execute();
}
