import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { LibraryTables } from './layout/library-tables.ts';
import type { RecordTables } from './layout/record-tables.ts';

/**
 * The one schema of the store. Ids are text, times are milliseconds since 1970 where they are compared and RFC 3339 text
 * elsewhere, bodies are JSON that no statement looks into, so that every engine can hold them.
 */
export interface Tables extends RecordTables, LibraryTables {}

/** Builds statements and types their rows; an engine alone compiles and runs them. */
export const tables = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
