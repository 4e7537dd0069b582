import { channel } from 'node:diagnostics_channel';
import type { Compilable, OperationNodeSource, Simplify } from 'kysely';
import { nameInCode } from './names.ts';

/** A statement as Kysely builds it. */
export type Statement<Row = unknown> = Compilable<Row> & OperationNodeSource;

export interface Outcome {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** How many rows a change has touched. */
  readonly changes: number;
}

/**
 * Work on the database, as a generator that gives each statement to the engine and gets its outcome back. The same section
 * runs to its end in one turn of the event loop on SQLite, and waits for each answer of a server.
 */
export type Section<Result> = Generator<Statement, Result, Outcome>;

/** What benches and tests count: every engine publishes each statement that it ran, and each commit that changed something. */
export const statements = channel('steward:statement');
export const commits = channel('steward:commit');

/** What sections may hold against each other: the records of a message, the admissions of a guild, and so on. */
export type Lock =
  | `message ${string}`
  | `guild ${string}`
  | `lease ${string}`
  | 'usage'
  | 'documents'
  | 'library';

/** The only way to SQL. What a call's promise has resolved with is on disk. */
export interface Database {
  /** Everything that a section reads is of one moment. */
  read<Result>(section: () => Section<Result>): Promise<Result>;
  /**
   * All or nothing. It may run more than once before it counts, so it does nothing outside the database. With locks it is
   * alone among all sections that hold one of the same; without a list, alone among all that write into the store.
   */
  write<Result>(section: () => Section<Result>, locks?: readonly Lock[]): Promise<Result>;
}

/** A database that this process has opened. */
export interface OpenDatabase extends Database {
  /** Where it is, for a person: without a password. */
  readonly place: string;
  /** The one clock of all that share the store. Inside a write it is not before the moment at which the locks were held. */
  now(): Date;
  /** What was overwritten or deleted may still stand in its files: takes it out there. False: a reader, or a lack of rights, forbids. */
  scrub(): Promise<boolean>;
  /** Rejects when the store cannot be trusted any more. */
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

/** Below what any engine takes as the parameters of one statement. */
const chunkSize = 500;

export const chunked = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, at) =>
    items.slice(at * chunkSize, (at + 1) * chunkSize),
  );
