import {
  expressionBuilder,
  sql,
  type Expression,
  type Insertable,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import { chunked, type Transaction } from './database.ts';
import { layout, type Tables } from './tables.ts';

/* What transactions ask of a table most: rows with some values. Everything else they build with Kysely. */

export type Name = keyof Tables;
export type Row<Table extends Name> = Selectable<Tables[Table]>;
type Column<Table extends Name> = keyof Row<Table> & string;

/** The signatures below check the columns. */
export const untyped = (trx: Transaction) =>
  trx as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** A query that is ready to run. */
interface Query<Found> {
  execute(): Promise<readonly Found[]>;
}

/** Values that a row must have, or lists of allowed ones. */
type Match<Table extends Name> = {
  readonly [Own in Column<Table>]?: Row<Table>[Own] | readonly Row<Table>[Own][];
};

/** Rows that match. A flag is compared as a number, which it is in both engines. */
function conditionOf<Table extends Name>(match: Match<Table>): Expression<SqlBool> {
  const row = expressionBuilder<Record<string, Record<string, unknown>>, string>();
  const conditions = Object.entries(match).map(([column, value]) =>
    row(column, Array.isArray(value) ? 'in' : value === null ? 'is' : '=', value),
  );
  return row.and(conditions);
}

export async function list<Table extends Name, Wanted extends Column<Table>>(
  trx: Transaction,
  table: Table,
  match: Match<Table>,
  columns: readonly Wanted[],
  order: readonly Column<Table>[] = [],
): Promise<readonly Pick<Row<Table>, Wanted>[]> {
  let query = untyped(trx).selectFrom<string>(table).select(columns).where(conditionOf(match));
  for (const column of order) query = query.orderBy(column);
  return (await query.execute()) as Pick<Row<Table>, Wanted>[];
}

export async function find<Table extends Name, Wanted extends Column<Table>>(
  trx: Transaction,
  table: Table,
  match: Match<Table>,
  columns: readonly Wanted[],
): Promise<Pick<Row<Table>, Wanted> | undefined> {
  return (await list(trx, table, match, columns))[0];
}

/** One column of a row; null if there is no such row. */
export async function valueOf<Table extends Name, Wanted extends Column<Table>>(
  trx: Transaction,
  table: Table,
  match: Match<Table>,
  column: Wanted,
): Promise<Row<Table>[Wanted] | null> {
  return (await find(trx, table, match, [column]))?.[column] ?? null;
}

export async function valuesOf<Table extends Name, Wanted extends Column<Table>>(
  trx: Transaction,
  table: Table,
  match: Match<Table>,
  column: Wanted,
  order: readonly Column<Table>[] = [],
): Promise<readonly Row<Table>[Wanted][]> {
  return (await list(trx, table, match, [column], order)).map((row) => row[column]);
}

/** The values that a query with one column selects. */
export async function values<Found extends object>(
  query: Query<Found>,
): Promise<readonly Found[keyof Found][]> {
  const rows = await query.execute();
  return rows.flatMap((row) => Object.values(row) as Found[keyof Found][]);
}

export async function countIn<Table extends Name>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const counted = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirst();
  return counted?.n ?? 0;
}

/** Inserts rows with the same columns; a row with the same key is replaced. */
export async function upsert<Table extends Name>(
  trx: Transaction,
  table: Table,
  ...rows: readonly Insertable<Tables[Table]>[]
): Promise<void> {
  const [row] = rows;
  if (!row) return;
  const { key } = layout[table];
  const excluded = Object.keys(row).map((column) => [column, sql.ref(`excluded.${column}`)]);
  const replacing = Object.fromEntries(excluded) as typeof row;
  for (const some of chunked(rows)) {
    const inserted = untyped(trx).insertInto(table).values(some);
    await inserted.onConflict((conflict) => conflict.columns(key).doUpdateSet(replacing)).execute();
  }
}

export async function insert<Table extends Name>(
  trx: Transaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (const some of chunked(rows)) await untyped(trx).insertInto(table).values(some).execute();
}

/** Inserts rows, except those that exist. */
export async function insertNew<Table extends Name>(
  trx: Transaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (const some of chunked(rows)) {
    const inserted = untyped(trx).insertInto(table).values(some);
    await inserted.onConflict((conflict) => conflict.doNothing()).execute();
  }
}

/** Returns how many rows there were. */
export async function update<Table extends Name>(
  trx: Transaction,
  table: Table,
  match: Match<Table>,
  changed: Partial<Row<Table>>,
): Promise<number> {
  const updating = untyped(trx).updateTable<string>(table).set(changed).where(conditionOf(match));
  return Number((await updating.executeTakeFirst()).numUpdatedRows);
}

export async function remove<Table extends Name>(
  trx: Transaction,
  table: Table,
  match: Match<Table>,
): Promise<void> {
  await untyped(trx).deleteFrom<string>(table).where(conditionOf(match)).execute();
}
