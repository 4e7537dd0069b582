import type { DatabaseSync } from 'node:sqlite';
import type { Lease, Leases } from '../../../domain/ports/records.ts';
import { transaction } from '../sqlite/transaction.ts';

export function createLeases(db: DatabaseSync): Leases {
  return {
    async acquire({ name, owner, now, staleAfterSeconds, closedOwners }) {
      return transaction(db, () => {
        const held = find(db, name);
        const time = now.toISOString();
        if (held?.owner === owner) return store(db, { ...held, renewedAt: time });
        const staleSince = now.getTime() - staleAfterSeconds * 1_000;
        const free = !held || closedOwners.includes(held.owner) || Date.parse(held.renewedAt) < staleSince;
        return free ? store(db, { name, owner, since: time, renewedAt: time }) : held;
      });
    },

    async release(name, owner) {
      db.prepare('DELETE FROM leases WHERE name = ? AND owner = ?').run(name, owner);
    },
  };
}

function find(db: DatabaseSync, name: string): Lease | null {
  const row = db.prepare('SELECT owner, since, renewed_at FROM leases WHERE name = ?').get(name);
  if (!row) return null;
  return {
    name,
    owner: String(row['owner']),
    since: String(row['since']),
    renewedAt: String(row['renewed_at']),
  };
}

function store(db: DatabaseSync, lease: Lease): Lease {
  db.prepare('INSERT OR REPLACE INTO leases (name, owner, since, renewed_at) VALUES (?, ?, ?, ?)').run(
    lease.name,
    lease.owner,
    lease.since,
    lease.renewedAt,
  );
  return lease;
}
