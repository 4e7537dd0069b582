import { accessSync, constants } from 'node:fs';
import pg, { type PoolClient } from 'pg';
import { inPostgres } from '../compile.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { layoutVersion } from '../layout/migrations.ts';
import { escapeNul, unescapeNul } from './nul.ts';
import {
  fromDriver,
  inSentences,
  isConnectionLost,
  mayRunAgain,
  outcomeUnknown,
  readOnly,
  unreadableCertificate,
} from './postgres-failure.ts';
import { layoutOf, takeMissingSteps } from './postgres-layout.ts';
import {
  commits,
  type Lock,
  type OpenDatabase,
  type Outcome,
  type Section,
  type Statement,
} from '../section.ts';

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
const mostAttempts = 8;

/**
 * Opens the store in a PostgreSQL database and takes the steps that its layout lacks. A section is a transaction: READ
 * COMMITTED behind its locks for writes, one snapshot for reads of more than one statement. Throws a final `PortError` for
 * a server that only reads and for a store of a newer Steward.
 */
export async function openPostgres(settings: PostgresSettings): Promise<OpenDatabase> {
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

  /** Uses a connection of its own, which is closed if it may still be inside a transaction. */
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

  const transaction = <Result>(beginning: string, section: () => Section<Result>): Promise<Result> =>
    connected(async (client) => {
      const { rows } = await query<Greeting>(client, beginning);
      if (rows[0]) readClock(rows[0].clock);
      const { result, changes } = await drive(client, section());
      await query(client, 'COMMIT').catch((error: unknown) => {
        throw isConnectionLost(error) ? outcomeUnknown(error) : error;
      });
      if (changes > 0) commits.publish(null);
      return result;
    });

  const write = <Result>(section: () => Section<Result>, locks?: readonly Lock[]): Promise<Result> =>
    again(() => transaction(`BEGIN; ${advisoryLocks(schema, locks)}; SELECT ${clock} AS clock`, section));

  const database: OpenDatabase = {
    place,
    now: () => new Date(Date.now() + aheadMilliseconds),
    write,
    /** Most reads are a single statement, which needs no transaction to see one state. */
    read: (section) =>
      again(async () => {
        const alone = await connected(async (client) => {
          const started = section();
          const step = started.next();
          if (step.done) return step;
          return started.next(await execute(client, step.value));
        });
        if (alone.done) return alone.value;
        return transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', section);
      }),
    scrub: () => again(() => connected(vacuum)),
    lost: new Promise<never>(() => {}),
    close: () => pool.end(),
  };
  try {
    if ((await database.read(layoutOf)) !== layoutVersion) await write(() => takeMissingSteps(place));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function execute(client: PoolClient, statement: Statement): Promise<Outcome> {
  const { node, sql, parameters } = inPostgres(statement);
  const { rows, rowCount } = await query<Record<string, unknown>>(client, sql, parameters.map(escapeNul));
  const changes = node.kind === 'SelectQueryNode' ? 0 : (rowCount ?? 0);
  return { rows: rows.map(unescapeNul), changes };
}

async function drive<Result>(client: PoolClient, section: Section<Result>) {
  let changes = 0;
  let step = section.next();
  while (!step.done) {
    const outcome = await execute(client, step.value);
    changes += outcome.changes;
    step = section.next(outcome);
  }
  return { result: step.value, changes };
}

/** Repeats work that the server rolled back because of a deadlock or a conflict. */
async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!mayRunAgain(error) || attempt === mostAttempts) throw inSentences(error);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
    }
  }
}

/** Removes what was deleted from the files. The server would skip tables of other owners with a warning. */
async function vacuum(client: PoolClient): Promise<boolean> {
  const { rows } = await query<{ readonly name: string; readonly isOwned: boolean }>(client, ownTables);
  if (rows.some(({ isOwned }) => !isOwned)) return false;
  await query(client, `VACUUM ${rows.map(({ name }) => name).join(', ')}`);
  return true;
}

/** Returns the result of the last statement if the text has several. */
async function query<Row extends pg.QueryResultRow>(
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

const ownTables = `
  SELECT quote_ident(tablename) AS name, pg_has_role(tableowner, 'USAGE') AS "isOwned"
  FROM pg_tables WHERE schemaname = current_schema()`;

const clock = 'extract(epoch FROM clock_timestamp()) * 1000';

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
