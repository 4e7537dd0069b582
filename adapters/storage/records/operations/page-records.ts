import type { PageRecords } from '../../../../domain/ports/handler-records.ts';
import { find, insert, remove } from '../../database/rows.ts';
import { isCurrent, purging } from '../../database/purging.ts';
import { all, run, type Database } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';

/** One year. */
const changesKeptMilliseconds = 365 * 86_400_000;

export const createPageRecords = (
  database: Database,
  now: () => Date,
  purge = purging('page_changes', 'at', (time) =>
    new Date(time.getTime() - changesKeptMilliseconds).toISOString(),
  ),
): PageRecords => ({
  savePageKey: ({ hash, kind, userId, isTeam, expiresAt }) =>
    database.write(function* () {
      yield* run(tables.deleteFrom('page_keys').where('expiresAt', '<=', now().getTime()));
      const row = { hash, kind, userId, isTeam: Number(isTeam), expiresAt: expiresAt.getTime() };
      yield* insert('page_keys', [row]);
    }, []),

  takePageLink: (hash) =>
    database.write(function* () {
      const row = yield* find('page_keys', { hash, kind: 'link' }, ['userId', 'isTeam', 'expiresAt']);
      // Of two simultaneous calls only one deletes the row.
      const taken = yield* run(
        tables.deleteFrom('page_keys').where('hash', '=', hash).where('kind', '=', 'link'),
      );
      return row && taken > 0 && isCurrent(row, now()) ? accessOf(row) : null;
    }, []),

  pageSession: (hash) =>
    database.read(function* () {
      const row = yield* find('page_keys', { hash, kind: 'session' }, ['userId', 'isTeam', 'expiresAt']);
      return row && isCurrent(row, now()) ? accessOf(row) : null;
    }),

  endPageSession: (hash) => database.write(() => remove('page_keys', { hash, kind: 'session' }), []),

  logPageChange: (change) =>
    database.write(function* () {
      yield* purge(now());
      yield* insert('page_changes', [change]);
    }, []),

  pageChanges: (limit, offset = 0) =>
    database.read(() =>
      all(
        tables
          .selectFrom('page_changes')
          .select(['at', 'userId', 'action', 'subject'])
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset),
      ),
    ),
});

const accessOf = ({ userId, isTeam }: { readonly userId: string; readonly isTeam: number }) => ({
  userId,
  isTeam: isTeam === 1,
});
