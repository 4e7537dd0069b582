import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  type TransactionSettings,
} from 'kysely';
import { statements, storable } from '../database.ts';
import { resultCodeOf, resultCodes } from './result-code.ts';

const statementsKept = 500;
/** How long a transaction waits for the writers of other processes. It takes milliseconds, so a longer wait means a hung process. */
const longestWaitMilliseconds = 10_000;

/**
 * Kysely's dialect for SQLite over `node:sqlite`. Kysely gives the one connection to one transaction at a time. Statements
 * are synchronous, so a transaction takes one turn of the event loop.
 */
export const nodeSqliteDialect = (db: DatabaseSync): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new NodeSqliteDriver(db),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

class NodeSqliteDriver extends SqliteDriver {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    super({ database: databaseOf(db) });
    this.#db = db;
  }

  override async beginTransaction(_: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === 'read only') this.#db.exec('BEGIN');
    else await this.#beginWriting();
  }

  /** Alone among all processes that share the file. It waits beside the event loop, so that heartbeats go on. */
  async #beginWriting(): Promise<void> {
    for (const giveUpAt = Date.now() + longestWaitMilliseconds; ; await sleep(1 + Math.random() * 10)) {
      try {
        this.#db.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (resultCodeOf(error) !== resultCodes.busy || Date.now() > giveUpAt) throw error;
      }
    }
  }

  override async commitTransaction(): Promise<void> {
    this.#db.exec('COMMIT');
  }

  /** SQLite rolls back by itself when the disk is full or fails. */
  override async rollbackTransaction(): Promise<void> {
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
  }
}

/** What Kysely's driver expects, with each statement prepared once. Who opened the database closes it. */
function databaseOf(db: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, StatementSync>();

  const prepare = (sql: string): StatementSync => {
    const cachedStatement = prepared.get(sql);
    if (cachedStatement) return cachedStatement;
    if (prepared.size >= statementsKept) prepared.clear();
    const statement = db.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };

  return {
    close() {},
    prepare(sql) {
      statements.publish(sql);
      const statement = prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...values.map(storable)),
        run: (values) => statement.run(...values.map(storable)),
        iterate: (values) => statement.iterate(...values.map(storable)),
      };
    },
  };
}
