import type { Generated } from 'kysely';
import { snakeCase } from '../../../../domain/values/snake-case.ts';

/* How tables are described: once, for the statements that make them and for the types of their rows. */

declare const held: unique symbol;

/** A column that holds a `Value`, and how SQL declares it. */
export interface Column<Value> {
  readonly sql: string;
  /** How its value is read, where the engines have no such type. A name that one table gives to such a column, no table gives to another kind. */
  readonly as?: 'json' | 'flag';
  readonly [held]?: Value;
}

const column = <Value>(sql: string, as?: Column<Value>['as']): Column<Value> => ({ sql, ...(as && { as }) });

export const text = column<string>('TEXT NOT NULL');
export const textOf = <Value extends string>(): Column<Value> => column<Value>(text.sql);
export const integer = column<number>('INTEGER NOT NULL');
/** An object or a list. */
export const json = <Value extends object>(): Column<Value> => column(text.sql, 'json');
export const flag = column<boolean>(integer.sql, 'flag');
export const real = column<number>('REAL NOT NULL');
/** 0 by default. */
export const counter = column<Generated<number>>('INTEGER NOT NULL DEFAULT 0');
/** A number that the database assigns and never reuses. */
export const identity = column<Generated<number>>('INTEGER PRIMARY KEY AUTOINCREMENT');

export const orNull = <Value>({ sql, as }: Column<Value>) =>
  column<Value | null>(sql.replace(' NOT NULL', ''), as);
export const unique = <Value>({ sql }: Column<Value>) => column<Value>(`${sql} UNIQUE`);
/** The row is deleted together with the one that it refers to. */
export const belongsTo = <Value>(place: string, { sql }: Column<Value>) =>
  column<Value>(`${sql} REFERENCES ${place} ON DELETE CASCADE`);

type Columns = Readonly<Record<string, Column<unknown>>>;

export interface Table<Own extends Columns = Columns> {
  readonly columns: Own;
  /** Empty if a column is an `identity`. */
  readonly key: readonly string[];
  /** The columns of each index, by its name. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

export const table = <Own extends Columns>(
  columns: Own,
  {
    key,
    ...options
  }: {
    /** By default the first column. */
    readonly key?: readonly (keyof Own & string)[];
    readonly indexes?: Readonly<Record<string, readonly (keyof Own & string)[]>>;
  } = {},
): Table<Own> => {
  const [first = '', { sql } = text] = Object.entries(columns)[0] ?? [];
  return { columns, key: key ?? (sql === identity.sql ? [] : [first]), ...options };
};

/** The row type of a table, for Kysely. */
export type RowsOf<Described> =
  Described extends Table<infer Own>
    ? { readonly [Name in keyof Own]: Own[Name] extends Column<infer Value> ? Value : never }
    : never;

/** The statements that create a table with its indexes, in SQLite's SQL. */
export function statementsOf(name: string, { columns, key, indexes = {} }: Table): readonly string[] {
  const inSql = (names: readonly string[]): string => names.map((one) => `"${snakeCase(one)}"`).join(', ');
  const lines = Object.entries(columns).map(([column, { sql }]) => `${inSql([column])} ${sql}`);
  if (key.length > 0) lines.push(`PRIMARY KEY (${inSql(key)})`);
  return [
    `CREATE TABLE ${name} (${lines.join(', ')}) STRICT`,
    ...Object.entries(indexes).map(([by, own]) => `CREATE INDEX ${name}_by_${by} ON ${name} (${inSql(own)})`),
  ];
}
