import type { AnnouncedWorker, WorkerRecords } from '../../../../domain/ports/records.ts';
import { remove, upsert } from '../../database/rows.ts';
import { all, run, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

/** Workers announce themselves every minute. */
const aliveMilliseconds = 3 * 60_000;

export const createWorkerRecords = (database: Database, now: () => Date): WorkerRecords => ({
  announceWorker: (worker) =>
    database.write(function* () {
      const time = now().getTime();
      yield* run(tables.deleteFrom('workers').where('announced_at', '<', time - aliveMilliseconds));
      const { name, ...announced } = worker;
      const row = { name, announced: JSON.stringify(announced), announced_at: time };
      yield* upsert('workers', row, ['name']);
    }, []),

  leaveWorker: (name) =>
    database.write(function* () {
      yield* remove('workers', { name });
    }, []),

  workers: () =>
    database.read(function* () {
      const alive = tables
        .selectFrom('workers')
        .select(['name', 'announced'])
        .where('announced_at', '>=', now().getTime() - aliveMilliseconds)
        .orderBy('name');
      return (yield* all(alive)).map(({ name, announced }) => ({
        name,
        ...(JSON.parse(announced) as Omit<AnnouncedWorker, 'name'>),
      }));
    }),
});
