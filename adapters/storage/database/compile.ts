import {
  PostgresQueryCompiler,
  SqliteQueryCompiler,
  type QueryCompiler,
  type RootOperationNode,
} from 'kysely';
import { nameInSql } from './names.ts';
import { statements, type Statement } from './section.ts';

/* The one place in which Kysely's compilers turn a name into SQL, as a class that others extend. */

class SqliteCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(nameInSql(name));
  }
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(nameInSql(name));
  }
}

/** Compiles a statement that is about to run, and publishes its SQL. */
const compileWith = (compiler: QueryCompiler) => (statement: Statement) => {
  const node = statement.toOperationNode() as RootOperationNode;
  const { sql, parameters } = compiler.compileQuery(node, { queryId: '' });
  statements.publish(sql);
  return { node, sql, parameters };
};

export const inSqlite = compileWith(new SqliteCompiler());
export const inPostgres = compileWith(new PostgresCompiler());
