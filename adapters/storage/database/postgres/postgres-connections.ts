import pg from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { statements, storable } from '../database.ts';
import { fromDriver, isConnectionLost, outcomeUnknown } from './postgres-failure.ts';

export interface PostgresSettings {
  /** `postgresql://user:password@host:port/database?sslmode=verify-full`, with any parameter of the driver. */
  readonly url: string;
  readonly poolSize: number;
}

const connectMilliseconds = 10_000;

/**
 * In milliseconds, unless the address names others. The server ends a statement, a wait for a lock, and a transaction that waits
 * for its client (a frozen process), which is the shortest, so that whoever waits for a frozen process outlives it. The driver
 * only ends calls to a server that cannot be reached.
 */
const timeouts = {
  statement_timeout: 30_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 10_000,
  query_timeout: 35_000,
};

/** Connections to a server. */
export function openConnections(settings: PostgresSettings): PostgresPool {
  const pool = new pg.Pool(poolOptions(settings));
  // The end of a connection in use makes its statement fail.
  pool.on('connect', (client) => client.on('error', () => {}));
  // An idle connection that ends is replaced at its next use.
  pool.on('error', () => {});

  return {
    async connect() {
      try {
        return clientOf(await pool.connect());
      } catch (error) {
        throw fromDriver(error);
      }
    },
    end: () => pool.end(),
    options: {},
  };
}

type Result = pg.QueryResult<Record<string, unknown>>;

/** A connection of the pool for one transaction. One that may still be inside a transaction is closed. */
function clientOf(client: pg.PoolClient): PostgresPoolClient {
  let isLost = false;

  const query = async (text: string, values: readonly unknown[] = []): Promise<Result> => {
    if (text === 'rollback' && isLost) return nothing;
    if (/^(?:select|insert|update|delete)/u.test(text)) statements.publish(text);
    try {
      const results: Result | Result[] = await client.query(text, values.map(storable));
      // Of a text with several statements, the result of the last one counts.
      return Array.isArray(results) ? (results.at(-1) ?? nothing) : results;
    } catch (error) {
      const failure = fromDriver(error);
      isLost ||= text === 'rollback' || isConnectionLost(failure);
      if (text === 'rollback') return nothing;
      throw text === 'commit' && isLost ? outcomeUnknown(failure) : failure;
    }
  };

  // Nothing streams rows, so there are no cursors.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isLost) };
}

const nothing = { command: 'ROLLBACK', rowCount: 0, rows: [] } as unknown as Result;

const numbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const poolOptions = (settings: PostgresSettings): pg.PoolConfig => ({
  connectionString: settings.url,
  application_name: 'steward',
  max: settings.poolSize,
  connectionTimeoutMillis: connectMilliseconds,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  ...timeouts,
  // Times, counts and sums are far below 2^53.
  types: {
    getTypeParser: (oid, format) => (numbers.has(oid) ? Number : pg.types.getTypeParser(oid, format)),
  },
});

/** Host, port and database without the password, for messages. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `postgresql://${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}
