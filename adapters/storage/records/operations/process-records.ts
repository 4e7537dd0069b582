import type {
  AnnouncedWorker,
  DecisionCache,
  Leases,
  UrlChecks,
  WorkerRecords,
} from '../../../../domain/ports/records.ts';
import { isCurrent, purging } from '../../database/purging.ts';
import { find, list, remove, upsert } from '../../database/rows.ts';
import { all, first, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { erasedSinceReading } from '../../suppressions.ts';

/* What processes tell each other: who works, who holds what, and what has been found out already. */

export const createLeases = (database: Database): Leases => ({
  acquire: ({ name, owner, now, closedOwners }) =>
    database.write(
      function* () {
        const held = yield* find('leases', { name }, ['owner', 'since']);
        const isOwn = held?.owner === owner;
        if (held && !isOwn && !closedOwners.includes(held.owner)) return { name, ...held };
        const time = now.toISOString();
        const since = isOwn ? held.since : time;
        yield* upsert('leases', { name, owner, since, renewedAt: time });
        return { name, owner, since };
      },
      [`lease ${name}`],
    ),

  release: (name, owner) => database.write(() => remove('leases', { name, owner }), [`lease ${name}`]),
});

/** Workers announce themselves every minute. */
const aliveMilliseconds = 3 * 60_000;

export const createWorkerRecords = (
  database: Database,
  now: () => Date,
  purge = purging('workers', 'announcedAt', (time) => time.getTime() - aliveMilliseconds),
): WorkerRecords => ({
  announceWorker: ({ name, ...announced }) =>
    database.write(function* () {
      yield* purge(now());
      yield* upsert('workers', { name, announced: JSON.stringify(announced), announcedAt: now().getTime() });
    }, []),

  leaveWorker: (name) => database.write(() => remove('workers', { name }), []),

  workers: () =>
    database.read(function* () {
      const alive = tables
        .selectFrom('workers')
        .select(['name', 'announced'])
        .where('announcedAt', '>', now().getTime() - aliveMilliseconds)
        .orderBy('name');
      return (yield* all(alive)).map(({ name, announced }) => ({
        name,
        ...(JSON.parse(announced) as Omit<AnnouncedWorker, 'name'>),
      }));
    }),
});

export const createDecisionCache = (database: Database): DecisionCache => ({
  cachedDecisions: (keys) =>
    database.read(function* () {
      const rows = yield* list('decisions', { key: keys }, ['key', 'value']);
      const values = new Map(rows.map(({ key, value }) => [key, value]));
      return keys.map((key) => values.get(key) ?? null);
    }),

  /** Replaces an existing value, which may no longer parse. */
  cacheDecision: (key, value, askedAt) =>
    database.write(function* () {
      if (yield* first(erasedSinceReading(askedAt))) return;
      yield* upsert('decisions', { key, value, cachedAt: askedAt.getTime() });
    }, []),
});

export const createUrlChecks = (
  database: Database,
  now: () => Date,
  purge = purging('url_checks', 'expiresAt'),
): UrlChecks => ({
  urlCheck: (url) =>
    database.read(function* () {
      const row = yield* find('url_checks', { url }, ['ok', 'status', 'endedAt', 'expiresAt']);
      if (!row || !isCurrent(row, now())) return null;
      return { ok: row.ok === 1, status: row.status, url: row.endedAt };
    }),

  saveUrlCheck: (url, { ok, status, url: endedAt }, expiresAt) =>
    database.write(function* () {
      yield* purge(now());
      const row = { url, ok: Number(ok), status, endedAt, expiresAt: expiresAt.getTime() };
      yield* upsert('url_checks', row);
    }, []),
});
