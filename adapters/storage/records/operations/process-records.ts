import type { ProcessRecords } from '../../../../domain/ports/records.ts';
import { aliveMilliseconds, purgeRecords } from '../purge-records.ts';
import { saidAs, say } from '../../database/revisions.ts';
import { remove, upsert } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';

export const createProcessRecords = (database: Database, now: () => Date): ProcessRecords => ({
  acquire: ({ name, owner, now: since, closedOwners }) =>
    database.write(async (trx) => {
      const storedLease = await leaseIn(trx, name);
      const isOwn = storedLease?.owner === owner;
      if (storedLease && (isOwn || !closedOwners.includes(storedLease.owner))) return storedLease;
      const lease = { owner, since: since.toISOString() };
      await say(trx, `lease ${name}`, JSON.stringify(lease));
      return lease;
    }),

  release: (name, owner) =>
    database.write(async (trx) => {
      if ((await leaseIn(trx, name))?.owner === owner) await remove(trx, 'meta', { name: `lease ${name}` });
    }),

  announceWorker: (worker) =>
    database.write(async (trx) => {
      await purgeRecords(trx, now());
      await upsert(trx, 'workers', { ...worker, announcedAt: now().getTime() });
    }),

  leaveWorker: (name) => database.write((trx) => remove(trx, 'workers', { name })),

  workers: () =>
    database.read((trx) =>
      trx
        .selectFrom('workers')
        .select(['name', 'roles'])
        .where('announcedAt', '>', now().getTime() - aliveMilliseconds)
        .orderBy('name')
        .execute(),
    ),
});

type Lease = Awaited<ReturnType<ProcessRecords['acquire']>>;

const leaseIn = async (trx: Transaction, name: string): Promise<Lease | null> =>
  JSON.parse((await saidAs(trx, `lease ${name}`)) ?? 'null') as Lease | null;
