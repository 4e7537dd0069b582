import type { PublishableKeys } from '../../../../domain/ports/records.ts';
import type { Database } from '../../database/database.ts';
import { upsert } from '../../database/rows.ts';

export const createPublishableKeys = (database: Database): PublishableKeys => ({
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
});
