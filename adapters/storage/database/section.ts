import { channel } from 'node:diagnostics_channel';
import type { Compilable, OperationNodeSource, Simplify } from 'kysely';
import { nameInCode } from './names.ts';

/** A statement as Kysely builds it. */
export type Statement<Row = unknown> = Compilable<Row> & OperationNodeSource;

export interface Outcome {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** How many rows a statement changed. */
  readonly changes: number;
}

/**
 * Work on the database, as a generator that gives each statement to the engine and gets its outcome back. The same section
 * runs to its end in one turn of the event loop on SQLite, and waits for each answer of a server.
 */
export type Section<Result> = Generator<Statement, Result, Outcome>;

/** Every engine publishes each statement and each commit with changes, which benches and tests count. */
export const statements = channel('steward:statement');
export const commits = channel('steward:commit');

/** The locks of sections, for example on the records of a message or the admissions of a guild. */
export type Lock =
  | `message ${string}`
  | `guild ${string}`
  | `lease ${string}`
  | 'usage'
  | 'documents'
  | 'library';

/** The only way to SQL. When a call resolves, everything that it read or wrote is on disk. */
export interface Database {
  /** The section sees one state of the database. */
  read<Result>(section: () => Section<Result>): Promise<Result>;
  /**
   * All or nothing. It may run more than once before it counts, so it does nothing outside the database. With locks it is
   * alone among all sections that hold one of the same; without a list, alone among all that write into the store.
   */
  write<Result>(section: () => Section<Result>, locks?: readonly Lock[]): Promise<Result>;
}

export interface OpenDatabase extends Database {
  /** Its path or address without a password, for messages. */
  readonly place: string;
  /** The clock that all users of the store share. Inside a write it is not before the locks were taken. */
  now(): Date;
  /** Removes overwritten and deleted data from its files. False if a reader or missing rights prevent that. */
  scrub(): Promise<boolean>;
  /** Rejects when the store can no longer be trusted. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

export function* all<Row>(statement: Statement<Row>): Section<readonly Simplify<Row>[]> {
  const { rows } = yield statement;
  const columns = Object.keys(rows[0] ?? {});
  if (!columns.some((column) => column.includes('_'))) return rows as readonly Simplify<Row>[];
  const names = columns.map((column) => [column, nameInCode(column)] as const);
  return rows.map(
    (row) => Object.fromEntries(names.map(([column, name]) => [name, row[column]])) as Simplify<Row>,
  );
}

export function* first<Row>(statement: Statement<Row>): Section<Simplify<Row> | undefined> {
  return (yield* all(statement))[0];
}

export function* run(statement: Statement): Section<number> {
  return (yield statement).changes;
}

/** Below every engine's limit of parameters per statement. */
const chunkSize = 500;

export const chunked = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, at) =>
    items.slice(at * chunkSize, (at + 1) * chunkSize),
  );
