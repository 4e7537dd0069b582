import pg from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { statements, storable } from '../database.ts';
import { PortError, mistake, transientError } from '../../../../domain/ports/errors.ts';
import type { PortErrorCode } from '../../../../domain/values/error-codes.ts';

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

/** Whether the connection is unusable: it was cut, or the server ended it or became a replica. */
const isConnectionLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^(?:57P|08|25P03|25006)/u.test(error.code ?? '')
    : error instanceof PortError && ['storage_unreachable', 'storage_outcome_unknown'].includes(error.code);

/** Errors that are not from the server come from the driver: the server cannot be reached. */
function fromDriver(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || error instanceof PortError) return error;
  const reason = reasonOf(error);
  return isAboutTls(reason)
    ? mistake(
        'storage_denied',
        `PostgreSQL and STEWARD__STORAGE__URL do not agree on TLS (${reason}). Look at sslmode, sslrootcert and the server's certificate.`,
        error,
      )
    : transientError(
        'storage_unreachable',
        `PostgreSQL cannot be reached (${reason}). ${lookAtServer}`,
        error,
      );
}

/** The certificate is untrusted, for another host, or missing, or a file with one cannot be read. */
const isAboutTls = (reason: string): boolean =>
  /CERT|SIGNATURE|^ERR_(?:SSL|TLS)_|SSL connection|^(?:ENOENT|EACCES) /u.test(reason);

/** The code of the failure, with the address that did not answer or the file that cannot be read. Never a user or a password. */
function reasonOf(error: unknown): string {
  // A name with several addresses fails with one error for each.
  const failure: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code, address, port, path } = failure as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code) return `${code}${address ? ` at ${address}:${port}` : ''}${path ? ` ${path}` : ''}`;
  return failure instanceof Error ? failure.message : 'no reason';
}

const lookAtServer = 'Look at the server, the network and its address (STEWARD__STORAGE__URL, --to).';

/** Puts errors of the server into Steward's own sentences and leaves others as they are. */
export async function inSentences<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { code = '' } = error;
    const [, kind, name, sentence] = sentences.find(([pattern]) => pattern.test(code)) ?? unknownRefusal;
    const isMistake = name === 'storage_denied';
    const message = `${sentence} (PostgreSQL ${code})`;
    throw new PortError({ kind, code: name, message, cause: error, isMistake });
  }
}

type Sentence = readonly [RegExp, 'transient' | 'final', PortErrorCode, string];

const unknownRefusal: Sentence = [
  /^/u,
  'transient',
  'storage_database',
  'The database refused an operation; its log says why.',
];

const sentences: readonly Sentence[] = [
  [
    /^(?:28|3D|42501)/u,
    'final',
    'storage_denied',
    'PostgreSQL refuses the user, the password, the database or a right of STEWARD__STORAGE__URL: see docs/deployment.md.',
  ],
  [/^(?:55P03|57014)/u, 'transient', 'storage_busy', 'Another process holds the store for too long.'],
  [
    /^25006/u,
    'transient',
    'storage_read_only',
    'The PostgreSQL server only reads. Give STEWARD__STORAGE__URL the address of the primary.',
  ],
  [
    /^(?:57P|08|25P03)/u,
    'transient',
    'storage_unreachable',
    `PostgreSQL ended the connection. ${lookAtServer}`,
  ],
  [/^53/u, 'transient', 'storage_full', 'The PostgreSQL server has no room: disk, memory or connections.'],
];

/** The commit may have happened. The repeated step finds its work or does it. */
const outcomeUnknown = (cause: unknown): PortError =>
  transientError(
    'storage_outcome_unknown',
    'The connection to PostgreSQL was lost during a commit; the step runs again and finds what was written.',
    cause,
  );
