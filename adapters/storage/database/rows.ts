import {
  expressionBuilder,
  sql,
  type Expression,
  type Insertable,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  type Simplify,
  type SqlBool,
} from 'kysely';
import { all, chunked, first, run, type Section, type Statement } from './section.ts';
import { layout, tables, type Tables } from './tables.ts';

/* What sections ask of a table most: rows with some values. Everything else they build with `tables`. */

export type Name = keyof Tables;
export type Row<Table extends Name> = Selectable<Tables[Table]>;
type Column<Table extends Name> = keyof Row<Table> & string;

/** The signatures below check the columns. */
const untyped = tables as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** Values that a row must have. One column may have a list of allowed values, which is queried in chunks. */
type Match<Table extends Name> = {
  readonly [Own in Column<Table>]?: Row<Table>[Own] | readonly Row<Table>[Own][];
};

/** The condition of a match, once for each chunk of its list. */
function partsOf<Table extends Name>(match: Match<Table>): readonly Expression<SqlBool>[] {
  const row = expressionBuilder<Record<string, Record<string, unknown>>, string>();
  const [listed] = Object.entries(match).filter(([, value]) => Array.isArray(value));
  const plain = row.and(Object.fromEntries(Object.entries(match).filter((pair) => pair[0] !== listed?.[0])));
  if (!listed) return [plain];
  return chunked(listed[1] as readonly unknown[]).map((some) => row.and([plain, row(listed[0], 'in', some)]));
}

/** Rows that match. `order` only holds without a list of values. */
export function* list<Table extends Name, Wanted extends Column<Table>>(
  table: Table,
  match: Match<Table>,
  columns: readonly Wanted[],
  order: readonly Column<Table>[] = [],
): Section<readonly Pick<Row<Table>, Wanted>[]> {
  const found: Pick<Row<Table>, Wanted>[] = [];
  for (const part of partsOf(match)) {
    let query = untyped.selectFrom<string>(table).select(columns).where(part);
    for (const column of order) query = query.orderBy(column);
    found.push(...(yield* all(query as unknown as Statement<Pick<Row<Table>, Wanted>>)));
  }
  return found;
}

export function* find<Table extends Name, Wanted extends Column<Table>>(
  table: Table,
  match: Match<Table>,
  columns: readonly Wanted[],
): Section<Pick<Row<Table>, Wanted> | undefined> {
  return (yield* list(table, match, columns))[0];
}

/** One column of a row; null if there is no such row. */
export function* valueOf<Table extends Name, Wanted extends Column<Table>>(
  table: Table,
  match: Match<Table>,
  column: Wanted,
): Section<Row<Table>[Wanted] | null> {
  return (yield* find(table, match, [column]))?.[column] ?? null;
}

export function* valuesOf<Table extends Name, Wanted extends Column<Table>>(
  table: Table,
  match: Match<Table>,
  column: Wanted,
  order: readonly Column<Table>[] = [],
): Section<readonly Row<Table>[Wanted][]> {
  return (yield* list(table, match, [column], order)).map((row) => row[column]);
}

/** The values that a statement with one column selects. */
export function* values<Found>(statement: Statement<Found>): Section<readonly Found[keyof Found][]> {
  const rows = (yield* all(statement)) as readonly (object & Found)[];
  return rows.flatMap((row) => Object.values(row) as Found[keyof Found][]);
}

export function* countIn<Table extends Name>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Section<number> {
  const found = yield* first(query.select(({ fn }) => fn.countAll<number>().as('n')));
  return found?.n ?? 0;
}

/** Runs a statement for many keys, in chunks. */
export function* allAmong<Key, Found>(
  keys: readonly Key[],
  statement: (some: readonly Key[]) => Statement<Found>,
): Section<readonly Simplify<Found>[]> {
  const found: Simplify<Found>[] = [];
  for (const some of chunked(keys)) found.push(...(yield* all(statement(some))));
  return found;
}

/** Inserts rows with the same columns; a row with the same key is replaced. */
export function* upsert<Table extends Name>(
  table: Table,
  ...rows: readonly Insertable<Tables[Table]>[]
): Section<void> {
  const [row] = rows;
  if (!row) return;
  const { key = [] } = layout[table];
  const excluded = Object.keys(row).map((column) => [column, sql.ref(`excluded.${column}`)]);
  const replacing = Object.fromEntries(excluded) as typeof row;
  const inserted = untyped.insertInto(table).values(rows);
  yield* run(inserted.onConflict((conflict) => conflict.columns(key).doUpdateSet(replacing)));
}

export function* insert<Table extends Name>(
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Section<void> {
  for (const some of chunked(rows)) yield* run(untyped.insertInto(table).values(some));
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
  match: Match<Table>,
  changed: Partial<Row<Table>>,
): Section<number> {
  let count = 0;
  for (const part of partsOf(match)) {
    count += yield* run(untyped.updateTable<string>(table).set(changed).where(part));
  }
  return count;
}

export function* remove<Table extends Name>(table: Table, match: Match<Table>): Section<void> {
  for (const part of partsOf(match)) yield* run(untyped.deleteFrom<string>(table).where(part));
}
