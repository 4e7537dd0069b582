import { sql, type Expression } from 'kysely';
import { remove, upsert, valueOf } from './rows.ts';
import { run, type Section } from './section.ts';
import { tables } from './tables.ts';

/** A single value of the store. */
export function* saidAs(name: string): Section<string | null> {
  return yield* valueOf('meta', { name }, 'value');
}

export function* say(name: string, value: string): Section<void> {
  yield* upsert('meta', { name, value });
}

export function* unsay(name: string): Section<void> {
  yield* remove('meta', { name });
}

const rowName = (thing: string): string => `revision ${thing}`;

/** A counter that increases with every change of something that processes cache or print. */
export function* revisionOf(thing: string): Section<number> {
  return Number((yield* saidAs(rowName(thing))) ?? 0);
}

/** The same as part of a statement: a number as text, or null before the first change. `of` is appended to the name. */
export const revisionIn = (thing: string, of?: Expression<number>) =>
  tables
    .selectFrom('meta')
    .select('value')
    .where('name', '=', of ? sql<string>`${sql.lit(`${rowName(thing)} `)} || ${of}` : rowName(thing));

export function* revise(thing: string): Section<void> {
  const next = sql<string>`CAST(CAST(meta.value AS INTEGER) + 1 AS TEXT)`;
  yield* run(
    tables
      .insertInto('meta')
      .values({ name: rowName(thing), value: '1' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: next })),
  );
}
