import type { Insertable, Kysely, Selectable } from 'kysely';
import { all, chunked, run, type Section, type Statement } from './section.ts';
import { tables, type Tables } from './tables.ts';

/* What sections ask of a table most: rows with some values. Everything else they build with `tables`. */

type Name = keyof Tables;
export type Row<Table extends Name> = Selectable<Tables[Table]>;
type Column<Table extends Name> = keyof Row<Table> & string;

/** Which columns a table has is what the types of the functions below say. */
const untyped = tables as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** Rows that have all these values. */
export function* list<Table extends Name, Wanted extends Column<Table>>(
  table: Table,
  match: Partial<Row<Table>>,
  columns: readonly Wanted[],
): Section<readonly Pick<Row<Table>, Wanted>[]> {
  const found = untyped
    .selectFrom<string>(table)
    .select(columns)
    .where((having) => having.and(match));
  return yield* all(found as unknown as Statement<Pick<Row<Table>, Wanted>>);
}

export function* find<Table extends Name, Wanted extends Column<Table>>(
  table: Table,
  match: Partial<Row<Table>>,
  columns: readonly Wanted[],
): Section<Pick<Row<Table>, Wanted> | undefined> {
  return (yield* list(table, match, columns))[0];
}

/** Inserts a row in the place of the one with the same keys. */
export function* upsert<Table extends Name>(
  table: Table,
  row: Insertable<Tables[Table]>,
  keys: readonly Column<Table>[],
): Section<void> {
  yield* run(
    untyped
      .insertInto(table)
      .values(row)
      .onConflict((conflict) => conflict.columns(keys).doUpdateSet(row)),
  );
}

/** Inserts rows, except those that exist. */
export function* insertNew<Table extends Name>(
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Section<void> {
  for (const some of chunked(rows)) {
    const inserted = untyped.insertInto(table).values(some);
    yield* run(inserted.onConflict((conflict) => conflict.doNothing()));
  }
}

/** Returns how many rows there were. */
export function* update<Table extends Name>(
  table: Table,
  match: Partial<Row<Table>>,
  values: Partial<Row<Table>>,
): Section<number> {
  return yield* run(
    untyped
      .updateTable<string>(table)
      .set(values)
      .where((having) => having.and(match)),
  );
}

export function* remove<Table extends Name>(table: Table, match: Partial<Row<Table>>): Section<number> {
  return yield* run(untyped.deleteFrom<string>(table).where((having) => having.and(match)));
}
