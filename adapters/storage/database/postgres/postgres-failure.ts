import pg from 'pg';
import { PortError, mistake, transientError } from '../../../../domain/ports/errors.ts';
import type { PortErrorCode } from '../../../../domain/values/error-codes.ts';

/** Whether the connection is unusable: it was cut, or the server ended it or became a replica. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^(?:57P|08|25P03|25006)/u.test(error.code ?? '')
    : error instanceof PortError && ['storage_unreachable', 'storage_outcome_unknown'].includes(error.code);

/** Errors that are not from the server come from the driver: the server cannot be reached. */
export function fromDriver(error: unknown): unknown {
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
export const outcomeUnknown = (cause: unknown): PortError =>
  transientError(
    'storage_outcome_unknown',
    'The connection to PostgreSQL was lost during a commit; the step runs again and finds what was written.',
    cause,
  );
