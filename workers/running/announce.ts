import { hostname } from 'node:os';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import type { WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';

const announceMilliseconds = 60_000;

/** Announces a worker in the store until it stops. */
export async function announceWorker({
  storage: { records },
  roles,
}: {
  readonly storage: Storage;
  readonly roles: readonly WorkerRole[];
}): Promise<{ readonly stop: () => Promise<void> }> {
  const name = `${hostname()}:${process.pid}`;
  const announce = () => records.announceWorker({ name, roles });
  await announce();
  const timer = setInterval(() => void announce().catch(() => {}), announceMilliseconds);
  return {
    async stop() {
      clearInterval(timer);
      await records.leaveWorker(name).catch(() => {});
    },
  };
}
