import { accessSync, constants } from 'node:fs';
import pg, { type PoolClient } from 'pg';
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { commits, statements } from '../database.ts';
import { escapeNul, unescapeNul } from './nul.ts';
import {
  fromDriver,
  isConnectionLost,
  outcomeUnknown,
  readOnly,
  unreadableCertificate,
} from './postgres-failure.ts';

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
  readonly dialect: Dialect;
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

  return {
    place,
    schema: () => schema,
    now: () => new Date(Date.now() + aheadMilliseconds),
    readClock,
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOf(pool),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  };
}

/** Transactions on connections of the pool. One that may still be inside a transaction is closed. */
const driverOf = (pool: pg.Pool): Driver => ({
  async init() {},
  async acquireConnection() {
    const client = await pool.connect().catch((error: unknown) => Promise.reject(fromDriver(error)));
    return new PooledConnection(client);
  },
  beginTransaction: (connection, { accessMode }: TransactionSettings) =>
    pooled(connection).control(
      accessMode === 'read only' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN',
    ),
  async commitTransaction(connection) {
    await pooled(connection)
      .control('COMMIT')
      .catch((error: unknown) => {
        throw isConnectionLost(error) ? outcomeUnknown(error) : error;
      });
    if (pooled(connection).changes > 0) commits.publish(null);
  },
  async rollbackTransaction(connection) {
    const { isLost } = pooled(connection);
    if (!isLost)
      await pooled(connection)
        .control('ROLLBACK')
        .catch(() => pooled(connection).lose());
  },
  async releaseConnection(connection) {
    pooled(connection).release();
  },
  destroy: () => pool.end(),
});

const pooled = (connection: DatabaseConnection): PooledConnection => connection as PooledConnection;

class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  isLost = false;
  /** How many rows were changed through it. */
  changes = 0;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    // Of a text with several statements, the result of the last one counts.
    const isStatement = query.kind !== 'RawNode';
    if (isStatement) statements.publish(sql);
    const { rows, rowCount } = await this.#ask(sql, parameters.map(escapeNul));
    const changed = query.kind === 'SelectQueryNode' || query.kind === 'RawNode' ? 0 : (rowCount ?? 0);
    this.changes += changed;
    return { rows: rows.map(unescapeNul) as Row[], numAffectedRows: BigInt(changed) };
  }

  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing streams rows.');
  }

  /** A statement that begins or ends a transaction. */
  async control(sql: string): Promise<void> {
    await this.#ask(sql, []);
  }

  lose(): void {
    this.isLost = true;
  }

  release(): void {
    this.#client.release(this.isLost);
  }

  async #ask(text: string, values: unknown[]): Promise<pg.QueryResult<Record<string, unknown>>> {
    type Result = pg.QueryResult<Record<string, unknown>>;
    try {
      const results: Result | readonly Result[] = await this.#client.query(text, values);
      return Array.isArray(results) ? (results.at(-1) as Result) : results;
    } catch (error) {
      const failure = fromDriver(error);
      this.isLost ||= isConnectionLost(failure);
      throw failure;
    }
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
