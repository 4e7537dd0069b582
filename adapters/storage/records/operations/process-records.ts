import type { AnnouncedWorker, Leases, WorkerRecords } from '../../../../domain/ports/records.ts';
import { aliveMilliseconds, purgeRecords } from '../purge-records.ts';
import { find, remove, upsert } from '../../database/rows.ts';
import type { Database } from '../../database/database.ts';

/* What processes tell each other: who works, and who holds what. */

export const createLeases = (database: Database): Leases => ({
  acquire: ({ name, owner, now, closedOwners }) =>
    database.write(async (trx) => {
      const storedLease = await find(trx, 'leases', { name }, ['owner', 'since']);
      const isOwn = storedLease?.owner === owner;
      if (storedLease && !isOwn && !closedOwners.includes(storedLease.owner)) return { name, ...storedLease };
      const time = now.toISOString();
      const since = isOwn ? storedLease.since : time;
      await upsert(trx, 'leases', { name, owner, since });
      return { name, owner, since };
    }),

  release: (name, owner) => database.write((trx) => remove(trx, 'leases', { name, owner })),
});

export const createWorkerRecords = (database: Database, now: () => Date): WorkerRecords => ({
  announceWorker: ({ name, ...announced }) =>
    database.write(async (trx) => {
      await purgeRecords(trx, now());
      await upsert(trx, 'workers', {
        name,
        announced: JSON.stringify(announced),
        announcedAt: now().getTime(),
      });
    }),

  leaveWorker: (name) => database.write((trx) => remove(trx, 'workers', { name })),

  workers: () =>
    database.read(async (trx) => {
      const alive = trx
        .selectFrom('workers')
        .select(['name', 'announced'])
        .where('announcedAt', '>', now().getTime() - aliveMilliseconds)
        .orderBy('name');
      return (await alive.execute()).map(({ name, announced }) => ({
        name,
        ...(JSON.parse(announced) as Omit<AnnouncedWorker, 'name'>),
      }));
    }),
});
