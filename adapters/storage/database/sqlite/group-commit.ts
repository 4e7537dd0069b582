import { closeSync, fdatasync, openSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { type PortError, transientError } from '../../../../domain/ports/errors.ts';

export interface GroupCommit {
  /** Notes that a transaction has committed. */
  note(): void;
  /** Resolves when everything committed so far is on disk. */
  onDisk(): Promise<void>;
  /** Rejects at the first failed sync, and when the database file was removed or replaced. */
  readonly failed: Promise<never>;
  close(): void;
}

/**
 * For a connection that commits without waiting for the disk (`synchronous = NORMAL`). Waits beside the event loop
 * instead of in it, and what commits while the disk works shares the next sync. The log keeps the order of commits, so a
 * power cut loses the newest of them and nothing that a promise was resolved for. A failed sync fails everything that
 * comes after it: what the disk holds is not known any more, and the process has to end.
 */
export function createGroupCommit(
  path: string,
  { sync = promisify(fdatasync) }: { readonly sync?: (fd: number) => Promise<void> } = {},
): GroupCommit {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  // Later calls fail as well, so an unheard rejection is harmless.
  failed.catch(() => {});
  const { ino } = statSync(path);
  let committed = 0;
  let synced = 0;
  let running: Promise<void> | null = null;
  let file: number | null = null;
  let isClosed = false;

  async function syncLog(): Promise<void> {
    const until = committed;
    try {
      // The log exists from the first commit until the connection closes.
      file ??= openSync(`${path}-wal`, 'r');
      await sync(file);
      // It takes microseconds; the thread pool's queue would take longer.
      const isThere = isClosed || statSync(path, { throwIfNoEntry: false })?.ino === ino;
      if (!isThere) throw Object.assign(new Error(), { code: 'ENOENT' });
    } catch (error) {
      const failure = codeOf(error) === 'ENOENT' ? gone(path, error) : notOnDisk(error);
      fail(failure);
      throw failure;
    }
    synced = until;
    running = null;
  }

  return {
    failed,
    note() {
      committed += 1;
    },
    async onDisk() {
      const until = committed;
      while (synced < until) await (running ??= syncLog());
    },
    close() {
      isClosed = true;
      const open = file;
      file = null;
      // After the running sync.
      if (open !== null)
        void Promise.resolve(running)
          .catch(() => {})
          .finally(() => closeSync(open));
    },
  };
}

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? 'no reason';

const notOnDisk = (cause: unknown): PortError =>
  transientError(
    'storage_not_on_disk',
    `The disk did not confirm what was written to the database (${codeOf(cause)}). Look at the disk, then start Steward again.`,
    cause,
  );

const gone = (path: string, cause: unknown): PortError =>
  transientError(
    'storage_gone',
    `${path} was moved, removed or replaced while Steward was running. Put it back, then start Steward again.`,
    cause,
  );
