import { PortError, finalError, transientError } from '../../domain/ports/errors.ts';

/** Steward's own sentence for an error of a database or the file system. Their message stays in `cause`. */
export function storageFailure(error: unknown): PortError {
  if (error instanceof PortError) return error;
  // The domain's formats refuse what could not be read back, in sentences without any of its text.
  if (error instanceof RangeError) {
    return finalError('not_storable', error.message, error);
  }
  const {
    code,
    errcode = null,
    path = 'a file of the store',
    syscall = 'access',
  } = (error ?? {}) as NodeJS.ErrnoException & { readonly errcode?: number };
  if (code === 'ERR_SQLITE_ERROR') return sqliteFailure(errcode, error);
  if (typeof code !== 'string') {
    return finalError(
      'storage_failed',
      'The store failed in a way that Steward does not know; the log has the cause.',
      error,
    );
  }
  return new PortError({
    kind: transientCodes.has(code) ? 'transient' : 'final',
    code: code === 'ENOSPC' ? 'storage_full' : 'storage_unavailable',
    message: `${path}: ${syscall} failed with ${code}. ${wayOut(code)}`,
    cause: error,
  });
}

/** The same port, whose methods throw nothing but `PortError`. */
export function throwingPortErrors<Port extends object>(port: Port): Port {
  const guarded = Object.entries(port).map(([name, method]) => [name, guard(method as Method)]);
  return Object.fromEntries(guarded) as Port;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

const guard =
  (method: Method): Method =>
  async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      throw storageFailure(error);
    }
  };

/** Errors that may pass with the same input: by themselves, or once a person has made room or given rights. */
const transientCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EAGAIN',
  'EBUSY',
  'EROFS',
  'EACCES',
]);

function wayOut(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Free some space on that disk.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return 'Give the user that runs Steward the right to read and write there.';
  }
  return 'Look at the disk and the folder that the config names.';
}

const sqliteBusy = 5;
const sqliteFull = 13;

function sqliteFailure(errcode: number | null, cause: unknown): PortError {
  // The low byte is the primary result code; the rest of an extended code only says where it came from.
  const primary = (errcode ?? 0) & 0xff;
  if (primary === sqliteBusy) {
    return transientError(
      'storage_busy',
      'The store is held by another process for too long; Steward tries again.',
      cause,
    );
  }
  return transientError(
    primary === sqliteFull ? 'storage_full' : 'storage_database',
    primary === sqliteFull
      ? 'The disk of the database is full. Free some space there.'
      : `The database refused an operation (SQLite result ${errcode ?? 'unknown'}); see its file and disk.`,
    cause,
  );
}
