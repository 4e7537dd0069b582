import type { Lease, Leases } from '../../../domain/ports/records.ts';
import { remove, upsert } from '../database/rows.ts';
import { first, type Database, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';

export const createLeases = (database: Database): Leases => ({
  acquire: ({ name, owner, now, staleAfterSeconds, closedOwners }) =>
    database.write(
      function* () {
        const held = yield* first(tables.selectFrom('leases').selectAll().where('name', '=', name));
        const time = now.toISOString();
        const staleSince = now.getTime() - staleAfterSeconds * 1_000;
        const isOwn = held?.owner === owner;
        const isFree = !held || closedOwners.includes(held.owner) || Date.parse(held.renewed_at) < staleSince;
        const since = held && isOwn ? held.since : time;
        if (isOwn || isFree) return yield* store({ name, owner, since, renewedAt: time });
        return { name, owner: held.owner, since: held.since, renewedAt: held.renewed_at };
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

function* store(lease: Lease): Section<Lease> {
  const { name, owner, since, renewedAt } = lease;
  const row = { name, owner, since, renewed_at: renewedAt };
  yield* upsert('leases', row, ['name']);
  return lease;
}
