import { PortError, finalError, transientError } from '../../domain/ports/errors.ts';
import { resultCodeOf, resultCodes } from './database/sqlite/result-code.ts';

/** Puts an error of a database or the file system into Steward's own sentence; the original is in `cause`. */
export function storageFailure(error: unknown): PortError {
  if (error instanceof PortError) return error;
  // The domain's formats throw it for unstorable values, with messages that contain no text of theirs.
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
  // A person can make room, grant rights, or put a folder back.
  return transientError(
    code === 'ENOSPC' ? 'storage_full' : 'storage_unavailable',
    `${path}: ${syscall} failed with ${code}. ${wayOut(code)}`,
    error,
  );
}

/** Wraps a port, so that its methods throw nothing but `PortError`. */
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

function wayOut(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Free some space on that disk.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return 'Give the user that runs Steward the right to read and write there.';
  }
  return 'Look at the disk and the folder that the config names.';
}

function sqliteFailure(errcode: number | null, cause: unknown): PortError {
  const primary = resultCodeOf(cause);
  if (primary === resultCodes.busy)
    return transientError('storage_busy', 'Another process holds the store for too long.', cause);
  if (primary === resultCodes.full)
    return transientError('storage_full', 'The disk of the database is full. Free some space there.', cause);
  return transientError(
    'storage_database',
    `The database refused an operation (SQLite result ${errcode ?? 'unknown'}); see its file and disk.`,
    cause,
  );
}
