import type { Leases } from '../../../../domain/ports/records.ts';
import { remove, upsert } from '../../database/rows.ts';
import { first, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

export const createLeases = (database: Database): Leases => ({
  acquire: ({ name, owner, now, closedOwners }) =>
    database.write(
      function* () {
        const held = yield* first(tables.selectFrom('leases').selectAll().where('name', '=', name));
        const time = now.toISOString();
        const isOwn = held?.owner === owner;
        const isFree = !held || closedOwners.includes(held.owner);
        const since = held && isOwn ? held.since : time;
        if (!isOwn && !isFree) return { name, owner: held.owner, since: held.since };
        yield* upsert('leases', { name, owner, since, renewed_at: time }, ['name']);
        return { name, owner, since };
      },
      [`lease ${name}`],
    ),

  release: (name, owner) =>
    database.write(
      function* () {
        yield* remove('leases', { name, owner });
      },
      [`lease ${name}`],
    ),
});
