import type { SettingRecords } from '../../../../domain/ports/records.ts';
import type { Database } from '../../database/database.ts';
import { insert } from '../../database/rows.ts';

export const createSettingRecords = (database: Database): SettingRecords => ({
  settingChanges: () =>
    database.read(async (trx) => {
      const rows = await trx.selectFrom('setting_changes').selectAll().orderBy('id').execute();
      return rows.map(({ change, changedBy, changedAt }) => ({ ...change, changedBy, changedAt }));
    }),

  changeSetting: ({ path, value, ...by }) =>
    database.write((trx) => insert(trx, 'setting_changes', [{ ...by, change: { path, value } }])),
});
