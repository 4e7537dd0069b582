import { accessSync, constants } from 'node:fs';
import pg, { type PoolClient } from 'pg';
import { fromDriver, isConnectionLost, readOnly, unreadableCertificate } from './postgres-failure.ts';

export interface PostgresSettings {
  /** `postgresql://user:password@host:port/database?sslmode=verify-full`, with any parameter of the driver. */
  readonly url: string;
  readonly poolSize: number;
  /**
   * The server ends a statement, a wait for a lock, and a transaction that waits for its client (a frozen process) after
   * these times. The last is the shortest, so that whoever waits for a frozen process outlives it.
   */
  readonly statementTimeoutSeconds: number;
  readonly lockTimeoutSeconds: number;
  readonly idleTransactionTimeoutSeconds: number;
}

const connectMilliseconds = 10_000;
/** Added to the server's own limit, so that it only ends calls to a server that cannot be reached. */
const unansweredMilliseconds = 5_000;

export interface Connections {
  /** Host, port and database without the password, for messages. */
  readonly place: string;
  /** The schema of the tables; empty before the first connection. */
  readonly schema: () => string;
  /** The server's clock. */
  readonly now: () => Date;
  /** Sets the clock by a time that the server has just told: the result of the SQL expression `clock`. */
  readonly readClock: (time: unknown) => void;
  /** Works with a connection of its own, which is closed if it may still be inside a transaction. */
  readonly connected: <Result>(work: (client: PoolClient) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** The server's time in milliseconds. */
export const clock = 'extract(epoch FROM clock_timestamp()) * 1000';

/** Connections to a server. One that only reads is refused with a transient `PortError` at the first use. */
export function openConnections(settings: PostgresSettings): Connections {
  requireCertificates(settings.url);
  const place = placeOf(settings.url);
  // The pool awaits it, although its types do not say so.
  const onConnect = prepare as (client: pg.ClientBase) => void;
  const pool = new pg.Pool({ ...poolOptions(settings), onConnect });
  // An idle connection that ends is replaced at its next use.
  pool.on('error', () => {});
  let aheadMilliseconds = 0;
  let schema = '';

  async function prepare(client: pg.ClientBase): Promise<void> {
    // The end of a connection in use makes its statement fail.
    client.on('error', () => {});
    const { rows } = await client.query<Greeting>(
      `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS only_reads,
        current_schema() AS schema, ${clock} AS clock`,
    );
    const [greeting] = rows;
    if (greeting?.only_reads) throw readOnly(place);
    schema = greeting?.schema ?? '';
    readClock(greeting?.clock);
  }

  const readClock = (time: unknown): void => {
    aheadMilliseconds = Number(time) - Date.now();
  };

  const connected = async <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect().catch((error: unknown) => Promise.reject(fromDriver(error)));
    let isLost = false;
    try {
      return await work(client);
    } catch (error) {
      isLost = isConnectionLost(error);
      if (!isLost) await query(client, 'ROLLBACK').catch(() => (isLost = true));
      throw error;
    } finally {
      client.release(isLost);
    }
  };

  return {
    place,
    schema: () => schema,
    now: () => new Date(Date.now() + aheadMilliseconds),
    readClock,
    connected,
    close: () => pool.end(),
  };
}

/** Returns the result of the last statement if the text has several. */
export async function query<Row extends pg.QueryResultRow>(
  client: PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  try {
    const results: pg.QueryResult<Row> | readonly pg.QueryResult<Row>[] = await client.query<Row>(
      text,
      values,
    );
    return Array.isArray(results) ? (results.at(-1) as pg.QueryResult<Row>) : results;
  } catch (error) {
    throw fromDriver(error);
  }
}

interface Greeting {
  readonly only_reads: boolean;
  readonly schema: string | null;
  readonly clock: string;
}

const numbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const poolOptions = (settings: PostgresSettings): pg.PoolConfig => ({
  connectionString: settings.url,
  application_name: 'steward',
  max: settings.poolSize,
  connectionTimeoutMillis: connectMilliseconds,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  statement_timeout: settings.statementTimeoutSeconds * 1_000,
  lock_timeout: settings.lockTimeoutSeconds * 1_000,
  idle_in_transaction_session_timeout: settings.idleTransactionTimeoutSeconds * 1_000,
  query_timeout: settings.statementTimeoutSeconds * 1_000 + unansweredMilliseconds,
  // Times, counts and sums are far below 2^53.
  types: {
    getTypeParser: (oid, format) => (numbers.has(oid) ? Number : pg.types.getTypeParser(oid, format)),
  },
});

/** The driver reads these files at each connection and reports a missing one unclearly. */
function requireCertificates(url: string): void {
  const { searchParams } = new URL(url);
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = searchParams.get(name);
    if (path !== null && !isReadable(path)) throw unreadableCertificate(name, path);
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Host, port and database without the password, for messages. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `postgresql://${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}
