import { type PortError, mistake } from '../../../domain/ports/errors.ts';
import { libraryTables } from './layout/library-tables.ts';
import { recordTables } from './layout/record-tables.ts';
import { statementsOf, type RowsOf, type Table } from './layout/table.ts';

/**
 * The one schema of the store. Ids are text, times are milliseconds since 1970 where they are compared and RFC 3339 text
 * elsewhere, bodies are JSON that no statement looks into, but for ids as text, so that
 * every engine can hold them.
 */
export const layout = { ...recordTables, ...libraryTables };

export type Tables = { readonly [Name in keyof typeof layout]: RowsOf<(typeof layout)[Name]> };

/** All tables; each comes after those that it refers to. */
export const tableNames = Object.keys(layout) as readonly (keyof Tables)[];

const read = new Map(
  Object.values<Table>(layout).flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, { as }]) => (as ? [[name, as]] : [])),
  ),
);

/** A value of the column of this name, as rows have it. */
export function readBy(name: string, value: unknown): unknown {
  const as = read.get(name);
  if (as === undefined || value === null) return value;
  return as === 'flag' ? value === 1 : JSON.parse(value as string);
}

/** Version 1 of the layout: the described tables. */
export const layoutVersion = 1;

/** The statements that a new store lacks. */
export const layoutStatements = (): readonly string[] =>
  Object.entries(layout).flatMap(([name, table]) => statementsOf(name, table));

export const layoutOfNewer = (place: string, version: number): PortError =>
  mistake(
    'storage_newer',
    `${place} was written by a newer Steward (its layout is ${version}, this one knows ${layoutVersion}). ` +
      'Start the newer Steward, or restore the backup from before the upgrade.',
  );
