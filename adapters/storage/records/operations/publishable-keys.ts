import type { PublishableKeys } from '../../../../domain/ports/records.ts';
import type { Database } from '../../database/database.ts';
import { list, upsert } from '../../database/rows.ts';

export const createPublishableKeys = (database: Database): PublishableKeys => ({
  publishableKeys: () =>
    database.read(async (trx) => {
      const rows = await list(trx, 'publishable_keys', {}, ['key', 'body']);
      return rows.map(({ key, body }) => ({ ...JSON.parse(body), key }));
    }),

  savePublishableKey: ({ key, ...body }) =>
    database.write((trx) => upsert(trx, 'publishable_keys', { key, body: JSON.stringify(body) })),

  revokePublishableKey: (key) =>
    database.write(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('publishable_keys')
        .where('key', '=', key)
        .executeTakeFirst();
      return numDeletedRows > 0;
    }),
});
