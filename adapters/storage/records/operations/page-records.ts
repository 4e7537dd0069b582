import type { PageAccess, PageRecords } from '../../../../domain/ports/handler-records.ts';
import { find, insert, remove, upsert } from '../../database/rows.ts';
import { isCurrent } from '../purge-records.ts';
import type { Database } from '../../database/database.ts';

export const createPageRecords = (database: Database, now: () => Date): PageRecords => ({
  savePageKey: ({ expiresAt, ...key }) =>
    database.write((trx) => insert(trx, 'page_keys', [{ ...key, expiresAt: expiresAt.getTime() }])),

  takePageLink: (hash) =>
    database.write(async (trx) => {
      // Of two simultaneous calls only one deletes the row.
      const row = await trx
        .deleteFrom('page_keys')
        .where('hash', '=', hash)
        .where('kind', '=', 'link')
        .returning(['userId', 'isTeam', 'expiresAt'])
        .executeTakeFirst();
      return row && isCurrent(row, now()) ? accessOf(row) : null;
    }),

  pageSession: (hash) =>
    database.read(async (trx) => {
      const row = await find(trx, 'page_keys', { hash, kind: 'session' }, ['userId', 'isTeam', 'expiresAt']);
      return row && isCurrent(row, now()) ? accessOf(row) : null;
    }),

  endPageSession: (hash) => database.write((trx) => remove(trx, 'page_keys', { hash, kind: 'session' })),

  publishableKeys: () => database.read((trx) => trx.selectFrom('publishable_keys').selectAll().execute()),

  savePublishableKey: (key) => database.write((trx) => upsert(trx, 'publishable_keys', key)),

  revokePublishableKey: (key) =>
    database.write(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('publishable_keys')
        .where('key', '=', key)
        .executeTakeFirst();
      return numDeletedRows > 0;
    }),

  settingChanges: () =>
    database.read(async (trx) => {
      const rows = await trx.selectFrom('setting_changes').selectAll().orderBy('id').execute();
      return rows.map(({ change, changedBy, changedAt }) => ({ ...change, changedBy, changedAt }));
    }),

  changeSetting: ({ path, value, ...by }) =>
    database.write((trx) => insert(trx, 'setting_changes', [{ ...by, change: { path, value } }])),
});

const accessOf = ({ userId, isTeam }: PageAccess): PageAccess => ({ userId, isTeam });
