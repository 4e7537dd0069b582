import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tryFileLock } from '../../adapters/packages/file-lock.ts';
import { UsageError } from '../cli/exit.ts';

/** The file in a held folder whose lock counts. */
const lockFile = 'session.lock';

/** A process that is being replaced needs a moment to end. */
const waitMilliseconds = 2000;

/**
 * Makes a folder this process's own until the result is disposed of or the process ends. Throws a `UsageError` if another
 * process holds it, or if no file can be kept in it.
 */
export function holdFolder(folder: string): Disposable {
  const hold = tryHold(folder);
  if (hold) return hold;
  throw new UsageError(
    `Another session is open on ${folder}. End it first, or start this one in another folder.`,
  );
}

/** Deletes what is in a held folder, which stays held. */
export async function emptyHeldFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== lockFile) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function tryHold(folder: string): Disposable | null {
  try {
    return tryFileLock(join(folder, lockFile), waitMilliseconds);
  } catch (error) {
    throw new UsageError(
      `No session can be kept in ${folder}: ${(error as Error).message}. Give the user that runs Steward the right to write there.`,
    );
  }
}
