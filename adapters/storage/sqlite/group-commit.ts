import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { DatabaseSync } from 'node:sqlite';
import { PortError } from '../../../domain/ports/errors.ts';

export interface GroupCommit {
  /** The same port: what a method has written or read is on disk when its promise resolves. */
  readonly durable: <Port extends object>(port: Port) => Port;
  readonly close: () => void;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * For a connection that commits without waiting for the disk (`synchronous = NORMAL`). Waits beside the event loop
 * instead of in it, and what commits while the disk works shares the next sync. The log keeps the order of commits, so a
 * power cut loses the newest of them and nothing that a promise was resolved for. A failed sync fails everything that
 * comes after it: what the disk holds is not known any more.
 */
export function createGroupCommit({
  db,
  logPath,
  sync = promisify(fdatasync),
}: {
  readonly db: DatabaseSync;
  /** The database's write-ahead log. */
  readonly logPath: string;
  readonly sync?: (fd: number) => Promise<void>;
}): GroupCommit {
  const changes = db.prepare('SELECT total_changes() AS count');
  const committed = () => Number(changes.get()?.['count']);
  let synced = committed();
  let running: Promise<void> | null = null;
  let file: number | null = null;

  async function syncLog(): Promise<void> {
    const until = committed();
    // It exists since the first commit, and for as long as this connection is open.
    file ??= openSync(logPath, 'r');
    await sync(file).catch((error: unknown) => {
      throw notOnDisk(error);
    });
    synced = until;
    running = null;
  }

  async function settled(): Promise<void> {
    const until = committed();
    while (synced < until) await (running ??= syncLog());
  }

  const guard =
    (method: Method): Method =>
    async (...args) => {
      const result = await method(...args);
      if (synced < committed()) await settled();
      return result;
    };

  return {
    durable: <Port extends object>(port: Port) =>
      Object.fromEntries(
        Object.entries(port).map(([name, method]) => [name, guard(method as Method)]),
      ) as Port,
    close: () => {
      const open = file;
      file = null;
      // Not under the sync that is still running.
      if (open !== null)
        void Promise.resolve(running)
          .catch(() => {})
          .finally(() => closeSync(open));
    },
  };
}

const notOnDisk = (cause: unknown): PortError => {
  const { code = 'no reason' } = cause as { readonly code?: string };
  return new PortError({
    kind: 'transient',
    code: 'storage_not_on_disk',
    message: `The disk did not confirm what was written to the database (${code}). Look at the disk, then start Steward again.`,
    cause,
  });
};
