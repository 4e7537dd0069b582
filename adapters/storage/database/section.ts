import { channel } from 'node:diagnostics_channel';
import type { Compilable, OperationNodeSource, Simplify } from 'kysely';

/** A statement as Kysely builds it. */
export type Statement<Row = unknown> = Compilable<Row> & OperationNodeSource;

export interface Outcome {
  readonly rows: readonly unknown[];
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

/** The only way to SQL. What a call's promise has resolved with is on disk. */
export interface Database {
  read<Result>(section: () => Section<Result>): Promise<Result>;
  /** All or nothing, and alone among all that share the store. */
  write<Result>(section: () => Section<Result>): Promise<Result>;
}

export function* all<Row>(statement: Statement<Row>): Section<readonly Simplify<Row>[]> {
  return (yield statement).rows as readonly Simplify<Row>[];
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
